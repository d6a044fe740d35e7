/** Chooses the model and voice that read answers aloud, and remembers them. */
import * as vscode from "vscode";
import type { LastChoices } from "../../base/state.ts";
import type { ModelSource } from "../../requests/chooseModel.ts";
import { chooseModelOnly, chooseValue } from "../../requests/chooseOptions.ts";
import { findKnownValues, isKnownRefused } from "../../requests/offeredValues.ts";
import { waitForModels } from "../../service/waitForModels.ts";

const { t } = vscode.l10n;

/** Formats that VS Code plays, the most common first. */
const playedFormats = ["mp3", "wav", "opus", "flac"] as const;

/**
 * The previous choice, unless the service no longer has it or rejected it, or `again` is set. undefined: cancelled. @throws ServiceError,
 * or an Error with a message for the user.
 */
export async function chooseVoice(source: ModelSource, again = false): Promise<LastChoices | undefined> {
  const models = await waitForModels(source.models.list());
  const before = source.state.voice();
  const isOffered = before !== undefined && models.some(({ id }) => id === before.model) && !isRefused(source.state, before);
  if (!again && isOffered) return before;
  if (models.every(({ id }) => source.models.ability(id, "audio").can === "no"))
    throw new Error(t("The service lists no model that makes audio."));
  const title = t("Read Aloud");
  const model = await chooseModelOnly(source, "audio", before?.model, title);
  if (model === undefined) return undefined;
  const voice = await chooseValue(source, "audio", "voice", model, title);
  if (voice === undefined) return undefined;
  const known = findKnownValues(source, model, "format");
  const format = playedFormats.find((one) => !isKnownRefused(one, known)) ?? playedFormats[0];
  const chosen: LastChoices = { model, choices: { voice, format } };
  await source.state.rememberVoice(chosen);
  return chosen;
}

function isRefused(state: ModelSource["state"], { model, choices }: LastChoices): boolean {
  return Object.entries(choices).some(([field, value]) => state.refusedValues(model, field).includes(value));
}
