import * as vscode from "vscode";
import type { Kind } from "../../contract/kind.ts";
import { settings } from "../settings.ts";
import type { ModelSource } from "./chooseModel.ts";

/** Says that no provider makes the kind, if only the demo does or nothing is known to. `offered`: ids of the models to choose from. */
export function describeMissingKind({ isDemo, models }: ModelSource, kind: Kind, offered: readonly string[]): string | undefined {
  const { t } = vscode.l10n;
  if (settings.baseUrl() !== "" || settings.hasOnlyDemo()) return undefined;
  if (offered.some((id) => !isDemo(id) && models.ability(id, kind).can === "yes")) return undefined;
  const texts: Record<Kind, string> = {
    text: t("None of your providers has a model for text"),
    image: t("None of your providers has a model for images"),
    audio: t("None of your providers has a model for audio"),
    video: t("None of your providers has a model for videos"),
  };
  return texts[kind];
}
