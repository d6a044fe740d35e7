/** Registers the commands of prompt documents. Their code is loaded on first use. */
import * as vscode from "vscode";
import { givenText, isConfirmed } from "../commands/givenArguments.ts";
import { registerCommands } from "../commands/registerCommands.ts";
import { isPromptDocument } from "../prompts/promptLanguage.ts";
import type { Studio } from "../service/studio.ts";
import { watchLeftTexts } from "../service/watchLeftTexts.ts";
import type { promptCommands } from "./commands.ts";
import type { LanguageFeatures } from "./languageFeatures.ts";

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
  disposables.push(
    watchLeftTexts(studio, async (tasks) => {
      const { hasLeftTexts } = await import("../promptRuns/answerOrigin.ts");
      return hasLeftTexts(tasks.answers) ? (await load()).leftTexts(tasks) : undefined;
    }),
  );
  const answer =
    (run: (features: LanguageFeatures, clicked: unknown, selected: unknown) => unknown) => async (clicked: unknown, selected: unknown) =>
      run(await load(), clicked, selected);
  disposables.push(
    registerCommands<typeof promptCommands>({
      "prompt.run": answer((features, file, selected) => features.run(file, selected)),
      "prompt.runWith": answer((features, file) => features.runWith(file)),
      "prompt.runFolder": answer((features, folder) => features.runFolder(folder)),
      "prompt.stop": answer((features, file) => features.stop(file)),
      "prompt.showRequest": answer((features, file) => features.showRequest(file)),
      "prompt.showResults": answer((features, file) => features.showResults(file)),
      "prompt.deleteAnswers": answer((features, file, given) => features.deleteAnswers(file, isConfirmed(given))),
      "prompt.copyRequest": answer((features, file, given) => features.copyRequest(file, givenText(given, "format"))),
      "prompt.new": answer((features, given, kind) => features.newDocument(given, kind)),
      "prompt.saveAs": answer((features, source) => features.saveAs(source)),
    }),
  );
  return new vscode.Disposable(() => vscode.Disposable.from(...disposables).dispose());
}
