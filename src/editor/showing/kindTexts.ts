import * as vscode from "vscode";
import type { Kind, MediaKind } from "../../contract/kind.ts";

const { t } = vscode.l10n;

interface KindTexts {
  /** In a sentence, without an article. */
  noun: string;
  /** Several results, in a sentence. */
  plural: string;
  label: string;
  command: string;
  /** Asks for the prompt. */
  question: string;
  /** `model`: who generates one result. */
  progress: (model: string) => string;
  /** No provider makes it. */
  missing: string;
}

/** What the user reads about a kind. */
export function kindTexts(kind: Kind): KindTexts {
  const texts: Record<Kind, KindTexts> = {
    text: {
      noun: t("text"),
      plural: t("text"),
      label: t("Text"),
      command: t("Generate Text"),
      question: t("What should be written?"),
      progress: (model) => t("Generating text with {0}", model),
      missing: t("None of your providers has a model for text"),
    },
    image: {
      noun: t("image"),
      plural: t("images"),
      label: t("Image"),
      command: t("Generate Image"),
      question: t("What should the image show?"),
      progress: (model) => t("Generating an image with {0}", model),
      missing: t("None of your providers has a model for images"),
    },
    audio: {
      noun: t("audio"),
      plural: t("audio"),
      label: t("Audio"),
      command: t("Generate Audio"),
      question: t("What should be said?"),
      progress: (model) => t("Generating audio with {0}", model),
      missing: t("None of your providers has a model for audio"),
    },
    video: {
      noun: t("video"),
      plural: t("videos"),
      label: t("Video"),
      command: t("Generate Video"),
      question: t("What should the video show?"),
      progress: (model) => t("Generating a video with {0}", model),
      missing: t("None of your providers has a model for videos"),
    },
  };
  return texts[kind];
}

/** The titles of an agent's tool before and while it generates. */
export function toolTitles(kind: MediaKind): { question: string; running: string } {
  const titles: Record<MediaKind, { question: string; running: string }> = {
    image: { question: t("Generate an image?"), running: t("Generating an image") },
    audio: { question: t("Generate audio?"), running: t("Generating audio") },
    video: { question: t("Generate a video?"), running: t("Generating a video") },
  };
  return titles[kind];
}
