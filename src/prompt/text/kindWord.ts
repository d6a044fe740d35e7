import type { Kind } from "../../contract/kind.ts";
import { t } from "../../contract/translate.ts";

/** What a model makes, as a word within a sentence of the editor's language. */
export function kindWord(kind: Kind): string {
  const words: Record<Kind, string> = { text: t("text"), image: t("images"), audio: t("audio"), video: t("videos") };
  return words[kind];
}
