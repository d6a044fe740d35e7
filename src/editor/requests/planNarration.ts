import type { TaskRequest } from "../../contract/wireRequest.ts";
import { assignVoices, type Narration, planTurns } from "../../generations/narration/planTurns.ts";
import { modelOf } from "../../generations/newTask.ts";
import type { State } from "../base/state.ts";
import { findKnownValues, isKnownRefused, type ValueSource } from "./offeredValues.ts";

export interface NarrationSource extends ValueSource {
  state: ValueSource["state"] & Pick<State, "speakers">;
}

/** The turns of a dialogue, with the voices that its speakers had before; undefined: it is none, or no second voice of the model is known. */
export function planNarration(source: NarrationSource, request: TaskRequest): Narration | undefined {
  if (request.kind !== "audio") return undefined;
  const model = modelOf(request);
  return planTurns(request, knownVoices(source, model), source.state.speakers(model));
}

/** The voices that the model announces, or that have worked, without those that it refused. */
export function knownVoices(source: ValueSource, model: string): string[] {
  const known = findKnownValues(source, model, "voice");
  return (known.accepted?.values ?? known.worked).filter((voice) => !isKnownRefused(voice, known));
}

/** A voice for each speaker, in the order in which they speak; none: no second voice of the model is known. */
export function voicesOfSpeakers(
  source: NarrationSource,
  { model, speakers, chosen }: { model: string; speakers: readonly string[]; chosen: string },
): Record<string, string> {
  const voices = knownVoices(source, model);
  if (voices.length < 2) return {};
  return Object.fromEntries(assignVoices(speakers, voices, { chosen, known: source.state.speakers(model) }));
}

/** How many requests are sent and billed. */
export function countTurns(source: NarrationSource, request: TaskRequest): number {
  return planNarration(source, request)?.turns.length ?? 1;
}
