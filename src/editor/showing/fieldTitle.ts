import type { OptionName } from "../../contract/media.ts";
import { t } from "../../contract/translate.ts";

/** A field's name for the user. */
export function fieldTitle(name: string): string {
  const titles: Record<OptionName | "effort" | "web_search" | "instructions" | "stop_sequences", string> = {
    size: t("Size"),
    quality: t("Quality"),
    aspect_ratio: t("Aspect Ratio"),
    duration: t("Duration in Seconds"),
    voice: t("Voice"),
    format: t("Format"),
    speed: t("Speed"),
    n: t("Number of Images in One Task"),
    seed: t("Seed"),
    negative_prompt: t("Negative Prompt"),
    strength: t("Strength of the Change"),
    steps: t("Steps"),
    guidance: t("Guidance"),
    mask: t("Mask"),
    background: t("Background"),
    upscale: t("Enlarge by"),
    output_format: t("File Format"),
    last_frame: t("Last Image"),
    generate_audio: t("With Sound"),
    fps: t("Frames per Second"),
    voice_instructions: t("How to Speak"),
    language: t("Spoken Language"),
    effort: t("Reasoning Effort"),
    web_search: t("Web Search"),
    instructions: t("Instructions"),
    stop_sequences: t("Stop Phrases, Separated by Commas"),
  };
  return new Map(Object.entries(titles)).get(name) ?? name;
}
