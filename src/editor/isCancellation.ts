import * as vscode from "vscode";
import { ServiceError } from "../client/serviceError.ts";

/** Errors that need no message, because the user or the program cancelled. */
export function isCancellation(error: unknown): boolean {
  if (error instanceof ServiceError) return error.kind === "aborted";
  return error instanceof vscode.CancellationError || (error instanceof Error && error.name === "AbortError");
}
