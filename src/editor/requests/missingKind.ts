import type { Kind } from "../../contract/kind.ts";
import { settings } from "../base/settings.ts";
import { kindTexts } from "../showing/kindTexts.ts";
import type { ModelSource } from "./chooseModel.ts";

/** Says that no provider makes the kind, if only the demo does or nothing is known to. `offered`: ids of the models to choose from. */
export function describeMissingKind({ isDemo, models }: ModelSource, kind: Kind, offered: readonly string[]): string | undefined {
  if (settings.baseUrl() !== "" || settings.hasOnlyDemo()) return undefined;
  if (offered.some((id) => !isDemo(id) && models.ability(id, kind).can === "yes")) return undefined;
  return kindTexts(kind).missing;
}
