import * as vscode from "vscode";
import { errorText } from "../../../contract/errorText.ts";
import { log } from "../../base/log.ts";
import { warn } from "../../base/report.ts";

let isReported = false;

/** Says, once in a window, that the journal does not record answers. */
export function reportUnrecorded(error: unknown): void {
  log.warn(errorText(error));
  if (isReported) return;
  isReported = true;
  void warn(
    vscode.l10n.t("The list of tasks cannot be used. If the window reloads while a text is being written, the rest of it is lost."),
  );
}
