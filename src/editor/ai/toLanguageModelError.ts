/** Turns any error into one that VS Code's chat can show. */

import * as vscode from "vscode";
import { describeError } from "../../client/errors/describeError.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { errorText } from "../../contract/errorText.ts";
import { settings } from "../base/settings.ts";

/** The result never contains a prompt, a body or a key. */
export function toLanguageModelError(error: unknown): Error {
  if (!(error instanceof ServiceError)) return error instanceof Error ? error : new Error(errorText(error));
  if (error.kind === "aborted") return new vscode.CancellationError();
  const { sentence, action } = describeError(error, settings.isFree());
  switch (action) {
    case "chooseModel":
      return vscode.LanguageModelError.NotFound(sentence);
    case "setKey":
      return vscode.LanguageModelError.NoPermissions(sentence);
    case "openAccountPage":
    case "wait":
      return vscode.LanguageModelError.Blocked(sentence);
    default:
      return new Error(sentence);
  }
}
