/** What is asked for: the state of the form. */
import type { EditingModel, Purpose } from "../../imageEditor/imageEditorProtocol.ts";
import { servesPurpose } from "../../imageEditor/imageEditorProtocol.ts";
import { t } from "./texts.ts";

export interface Draft {
  purpose: Purpose;
  prompt: string;
  model: string | undefined;
  count: number;
  /** Undefined: the middle of what the model announces. */
  strength: number | undefined;
  /** Undefined: the first factor that the model announces. */
  upscale: string | undefined;
}

/** The prompt that a purpose begins with. */
function firstPrompt(purpose: Purpose): string {
  switch (purpose) {
    case "edit":
      return "";
    case "variations":
      return t("variationsPrompt");
    case "upscale":
      return t("upscalePrompt");
    case "removeBackground":
      return t("removeBackgroundPrompt");
  }
}

/** The draft for another purpose. A prompt that the user has written stays. */
export function withPurpose(draft: Draft, purpose: Purpose): Draft {
  if (draft.purpose === purpose) return draft;
  const isWritten = draft.prompt.trim() !== "" && draft.prompt !== firstPrompt(draft.purpose);
  return { ...draft, purpose, prompt: isWritten ? draft.prompt : firstPrompt(purpose), count: purpose === "variations" ? 4 : 1 };
}

/** The chosen model, one that does nothing else, or the one that is proposed, among those that serve the purpose. */
export function modelOfDraft({ model, purpose }: Draft, models: readonly EditingModel[] | undefined, chosen: string | undefined) {
  const able = models?.filter((one) => servesPurpose(one, purpose)) ?? [];
  return able.find(({ id }) => id === model) ?? able.find((one) => one.onlyUpscales) ?? able.find(({ id }) => id === chosen) ?? able[0];
}

export const strengthOf = ({ strength }: Draft, { minimum, maximum }: { minimum: number; maximum: number }): number =>
  Math.min(maximum, Math.max(minimum, strength ?? (minimum + maximum) / 2));

export const factorOf = ({ upscale }: Draft, { upscale: factors }: EditingModel): string | undefined =>
  factors.find((factor) => factor === upscale) ?? factors[0];
