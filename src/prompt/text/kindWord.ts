import type { Kind } from "../../contract/kind.ts";
import { t } from "../../contract/translate.ts";

/** What a model makes, in a sentence, in the language. */
export function kindWord(kind: Kind): string {
  const words: Record<Kind, string> = { text: t("text"), image: t("images"), audio: t("audio"), video: t("videos") };
  return words[kind];
}
