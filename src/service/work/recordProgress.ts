/** Records from time to time how much of a text was generated, so that it is charged if this service is killed. */
import { countTokens } from "../../contract/countTokens.ts";
import type { ResponseEvent } from "../answers/responseEvents.ts";
import type { CatalogueModel } from "../catalogue.ts";
import type { StoredTask } from "../store/storedTask.ts";
import type { TaskRunnerParts } from "./taskRunnerParts.ts";

/** Milliseconds. Each record is a write to the database. */
const interval = 5_000;

/** Returns a listener to the events of the answer. The text of a free model is generated again instead. */
export function recordProgress(
  { store, settings }: Pick<TaskRunnerParts, "store" | "settings">,
  { id }: StoredTask,
  { id: model, provider }: CatalogueModel,
): (event: ResponseEvent) => void {
  let written = "";
  let recordedAt = settings.clock.now();
  let isRecording = false;

  async function record(): Promise<void> {
    isRecording = true;
    recordedAt = settings.clock.now();
    // Without this record, only what was generated before the last one is charged.
    await store.markSent(id, provider.name, { model, operation: undefined, written: countTokens(written) }).catch(() => undefined);
    isRecording = false;
  }

  return ({ delta }) => {
    if (provider.isFree || typeof delta !== "string") return;
    written += delta;
    if (!isRecording && settings.clock.now() - recordedAt >= interval) void record();
  };
}
