/** What the user reads about a value of a field. */
import * as vscode from "vscode";
import { limits } from "../../contract/limits.ts";
import type { BadValue } from "./optionFields.ts";

const { t } = vscode.l10n;

/** Why a typed value cannot be sent. */
export function describeBad(bad: BadValue): string {
  switch (bad) {
    case "integer":
      return t("an integer is required");
    case "number":
      return t("a number is required");
    case "tooMany":
      return t("at most {0} phrases are sent", limits.stopSequences);
    case "tooLong":
      return t("at most {0} characters are sent", limits.instructionsMaximum);
  }
}
