/** Reads the current values of the built-in variables for a hover. */
import * as vscode from "vscode";
import { writeDate } from "../../prompt/compile/writeDate.ts";
import type { LastEditor } from "../prompts/lastEditor.ts";

/** Characters of a value that are examined; a hover shows fewer. */
const mostCharacters = 1000;

export async function readPresentValues(lastEditor: LastEditor): Promise<Record<string, string>> {
  const before = lastEditor.read();
  const clipboard = await vscode.env.clipboard.readText().then(
    (text) => text,
    () => "",
  );
  return {
    date: writeDate(new Date()),
    clipboard: clipboard.slice(0, mostCharacters),
    ...(before ? { selection: before.selection.slice(0, mostCharacters), file: before.text.slice(0, mostCharacters) } : {}),
  };
}
