/** What the user reads about a field of a request. */
import * as vscode from "vscode";
import { limits } from "../../contract/limits.ts";
import type { OptionName } from "../../contract/media.ts";
import type { BadValue } from "./optionFields.ts";

/** A field's name for the user. */
export function fieldTitle(name: string): string {
  const { l10n } = vscode;
  const titles: Record<OptionName | "effort" | "web_search" | "instructions" | "stop_sequences", string> = {
    size: l10n.t("Size"),
    quality: l10n.t("Quality"),
    aspect_ratio: l10n.t("Aspect Ratio"),
    duration: l10n.t("Duration in Seconds"),
    voice: l10n.t("Voice"),
    format: l10n.t("Format"),
    speed: l10n.t("Speed"),
    n: l10n.t("Number of Images in One Task"),
    seed: l10n.t("Seed"),
    negative_prompt: l10n.t("Negative Prompt"),
    strength: l10n.t("Strength of the Change"),
    steps: l10n.t("Steps"),
    guidance: l10n.t("Guidance"),
    mask: l10n.t("Mask"),
    background: l10n.t("Background"),
    upscale: l10n.t("Enlarge by"),
    output_format: l10n.t("File Format"),
    effort: l10n.t("Reasoning Effort"),
    web_search: l10n.t("Web Search"),
    instructions: l10n.t("Instructions"),
    stop_sequences: l10n.t("Stop Phrases, Separated by Commas"),
  };
  return new Map(Object.entries(titles)).get(name) ?? name;
}

/** Why a typed value cannot be sent. */
export function describeBad(bad: BadValue): string {
  const { l10n } = vscode;
  switch (bad) {
    case "integer":
      return l10n.t("an integer is required");
    case "number":
      return l10n.t("a number is required");
    case "tooMany":
      return l10n.t("at most {0} phrases are sent", limits.stopSequences);
    case "tooLong":
      return l10n.t("at most {0} characters are sent", limits.instructionsMaximum);
  }
}
