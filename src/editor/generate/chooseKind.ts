import * as vscode from "vscode";
import type { MediaKind } from "../../contract/kind.ts";

/** Asks what to generate. undefined: cancelled. */
export async function chooseKind(kinds: readonly MediaKind[]): Promise<MediaKind | undefined> {
  const { t } = vscode.l10n;
  const labels: Record<MediaKind, string> = {
    image: `$(file-media) ${t("Image")}`,
    audio: `$(unmute) ${t("Audio")}`,
    video: `$(device-camera-video) ${t("Video")}`,
  };
  const items = kinds.map((kind) => ({ label: labels[kind], value: kind }));
  return (await vscode.window.showQuickPick(items, { title: t("Generate"), placeHolder: t("What should be generated?") }))?.value;
}
