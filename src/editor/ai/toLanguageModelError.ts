/** Turns any error into one that VS Code's chat can show. */

import * as vscode from "vscode";
import { ServiceError } from "../../client/serviceError.ts";
import { errorText } from "../../contract/errorText.ts";
import { describeError } from "../base/describeError.ts";

/** The result never contains a prompt, a body or a key. */
export function toLanguageModelError(error: unknown): Error {
  if (!(error instanceof ServiceError)) return error instanceof Error ? error : new Error(errorText(error));
  const { sentence } = describeError(error, vscode.l10n.t);
  switch (error.kind) {
    case "modelNotFound":
      return vscode.LanguageModelError.NotFound(sentence);
    case "missingKey":
    case "invalidKey":
      return vscode.LanguageModelError.NoPermissions(sentence);
    case "insufficientQuota":
    case "rateLimited":
      return vscode.LanguageModelError.Blocked(sentence);
    case "aborted":
      return new vscode.CancellationError();
    case "invalidRequest":
    case "notFound":
    case "timeout":
    case "generationFailed":
    case "unreachable":
    case "connectionLost":
    case "badAnswer":
    case "disk":
    case "forbiddenAddress":
    case "unknown":
      return new Error(sentence);
  }
}
