import * as vscode from "vscode";
import { budgetCode } from "../../client/errors/ownCodes.ts";
import { ServiceError } from "../../client/serviceError.ts";

/** Errors that need no message, because the user or the program cancelled, or the user did not want to exceed the budget. */
export function isCancellation(error: unknown): boolean {
  if (error instanceof ServiceError) return error.kind === "aborted" || error.code === budgetCode;
  return error instanceof vscode.CancellationError || (error instanceof Error && error.name === "AbortError");
}
