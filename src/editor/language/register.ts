/** The studio in; the language's commands, registered, out. Its code loads with the first prompt document or command. */
import * as vscode from "vscode";
import type { Studio } from "../studio.ts";
import type { LanguageFeatures } from "./languageFeatures.ts";
import { isPromptDocument } from "./promptLanguage.ts";

/** Each command with the feature that answers it. */
const commands: Readonly<Record<string, (features: LanguageFeatures, ...values: unknown[]) => unknown>> = {
  run: (features, file, selected) => features.run(file, selected),
  runWith: (features, file) => features.runWith(file),
  runFolder: (features, folder) => features.runFolder(folder),
  stop: (features, file) => features.stop(file),
  showRequest: (features, file) => features.showRequest(file),
  showResults: (features, file) => features.showResults(file),
  copyAsCurl: (features, file) => features.copyAs("curl", file),
  copyAsTypeScript: (features, file) => features.copyAs("typescript", file),
  new: (features, kind) => features.newDocument(kind),
  saveAs: (features, source) => features.saveAs(source),
};

export function registerLanguage(studio: Studio): vscode.Disposable {
  let loading: Promise<LanguageFeatures> | undefined;
  const disposables: vscode.Disposable[] = [];
  const load = (): Promise<LanguageFeatures> => {
    loading ??= import("./languageFeatures.ts").then(({ createLanguageFeatures }) => {
      const features = createLanguageFeatures(studio);
      disposables.push(features);
      return features;
    });
    return loading;
  };
  const loadFor = (document: vscode.TextDocument): void => {
    if (isPromptDocument(document)) void load();
  };
  vscode.workspace.textDocuments.forEach(loadFor);
  disposables.push(vscode.workspace.onDidOpenTextDocument(loadFor));
  for (const [name, answer] of Object.entries(commands)) {
    const run = async (...values: unknown[]): Promise<unknown> => answer(await load(), ...values);
    disposables.push(vscode.commands.registerCommand(`generationStudio.prompt.${name}`, run));
  }
  return new vscode.Disposable(() => vscode.Disposable.from(...disposables).dispose());
}
