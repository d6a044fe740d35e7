/** What the user reads about a value of a field. */
import * as vscode from "vscode";
import { limits } from "../../contract/limits.ts";
import type { BadValue } from "./optionFields.ts";

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
