import type { TaskRequest } from "../../contract/wireRequest.ts";
import { type Narration, planTurns } from "../../generations/narration/planTurns.ts";
import { modelOf } from "../../generations/sending/submitTask.ts";
import type { State } from "../base/state.ts";
import { findKnownValues, isKnownRefused, type ValueSource } from "./offeredValues.ts";

interface NarrationSource extends ValueSource {
  state: ValueSource["state"] & Pick<State, "speakers">;
}

/** The turns of a dialogue, with the voices that its speakers had before; undefined: it is none, or no second voice of the model is known. */
export function planNarration(source: NarrationSource, request: TaskRequest): Narration | undefined {
  if (request.kind !== "audio") return undefined;
  const model = modelOf(request);
  const known = findKnownValues(source, model, "voice");
  const voices = known.accepted?.values ?? known.worked;
  return planTurns(
    request,
    voices.filter((voice) => !isKnownRefused(voice, known)),
    source.state.speakers(model),
  );
}

/** How many requests are sent and billed. */
export function countTurns(source: NarrationSource, request: TaskRequest): number {
  return planNarration(source, request)?.turns.length ?? 1;
}
