/** The studio in; the commands that write into the document, and the verdict on a replacement, registered, out. */
import * as vscode from "vscode";
import type { Studio } from "../../studio.ts";
import { readArguments } from "../readArguments.ts";
import type { TextCommand } from "./generateText.ts";
import type { Replacements } from "./replacements.ts";

export function registerText(studio: Studio): vscode.Disposable {
  let made: Promise<Replacements> | undefined;
  const replacements = () => {
    made ??= import("./replacements.ts").then((module) => new module.Replacements());
    return made;
  };
  const write = (name: string, command: TextCommand) =>
    vscode.commands.registerCommand(`generationStudio.${name}`, async (given: unknown) => {
      const [{ generateText }, kept] = await Promise.all([import("./generateText.ts"), replacements()]);
      return generateText(studio, kept, command, readArguments(given));
    });
  const judge = (name: string, verdict: "accept" | "reject") =>
    vscode.commands.registerCommand(`generationStudio.${name}`, async (given: unknown) => {
      const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
      return uri === undefined ? false : (await replacements())[verdict](uri);
    });
  return vscode.Disposable.from(
    vscode.commands.registerCommand("generationStudio.askAboutSelection", () => vscode.commands.executeCommand("generationStudio.ask")),
    write("replaceSelection", "replace"),
    write("insertAtCursor", "insert"),
    write("continueText", "continue"),
    vscode.commands.registerCommand(
      "_generationStudio.showReplacement",
      async (document: vscode.TextDocument, range: vscode.Range, text: string, title: string) =>
        (await replacements()).replace(document, range, text, title),
    ),
    judge("acceptReplacement", "accept"),
    judge("rejectReplacement", "reject"),
    vscode.workspace.registerTextDocumentContentProvider("generation-studio-original", {
      provideTextDocumentContent: async (uri) => (await replacements()).provideTextDocumentContent(uri),
    }),
    new vscode.Disposable(() => void made?.then((kept) => kept.dispose())),
  );
}
