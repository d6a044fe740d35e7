/** Reads the arguments of a command from VS Code or another caller. */
import * as vscode from "vscode";
import type { VariationArguments } from "../requests/chooseVariation.ts";
import type { GenerateArguments } from "../requests/requestOptions.ts";

/** A menu passes the clicked file, or an object that is not ours; other callers pass arguments. */
export function readGenerateArguments(given: unknown): GenerateArguments {
  if (typeof given !== "object" || given === null || given instanceof vscode.Uri) return {};
  return given;
}

export function readVariation(given: unknown): VariationArguments {
  return readGenerateArguments(given);
}
