/** Reads what VS Code or a caller gives a command. */
import * as vscode from "vscode";
import type { VariationArguments } from "../requests/chooseVariation.ts";
import type { GenerateArguments } from "../requests/requestOptions.ts";

/** A menu gives the clicked file, or an object that is not ours; a caller gives arguments. */
export function readArguments(given: unknown): GenerateArguments {
  if (typeof given !== "object" || given === null || given instanceof vscode.Uri) return {};
  return given;
}

export function readVariation(given: unknown): VariationArguments {
  return readArguments(given);
}
