/** Registers the tests of prompt documents in VS Code's Testing view. Their code is loaded on first use. */
import * as vscode from "vscode";
import { report } from "../base/report.ts";
import { givenText, givenTexts, isConfirmed } from "../commands/givenArguments.ts";
import { registerCommands } from "../commands/registerCommands.ts";
import { isPromptDocument } from "../prompts/promptLanguage.ts";
import { requireRunning } from "../prompts/requireRunning.ts";
import type { Studio } from "../service/studio.ts";
import type { testCommands } from "./commands.ts";
import { comparisonEditor } from "./comparison/comparisonEditor.ts";
import type { Comparisons } from "./comparison/comparisons.ts";
import type { PromptTests } from "./promptTests.ts";
import type { TestRunner } from "./testRunner.ts";

const { t } = vscode.l10n;

/** Matches a prompt document whose front matter has tests. */
const testsField = /^tests:/m;

export function registerTests(studio: Studio): vscode.Disposable {
  const parts: vscode.Disposable[] = [];
  let opening: Promise<TestRunner> | undefined;
  /** A single runner, because it has the history and the cache. */
  const runner = (): Promise<TestRunner> => {
    opening ??= import("./testRunner.ts").then(async ({ createTestRunner }) => {
      const created = await createTestRunner(studio);
      parts.push(created);
      return created;
    });
    return opening;
  };
  let comparing: Promise<Comparisons> | undefined;
  const comparisons = (): Promise<Comparisons> => {
    comparing ??= import("./comparison/comparisons.ts").then(async ({ Comparisons }) => {
      const created = await Comparisons.open(studio.context.extensionUri, await runner());
      parts.push(created);
      return created;
    });
    return comparing;
  };
  let load: (() => Promise<PromptTests>) | undefined;
  const start = (): (() => Promise<PromptTests>) => {
    load ??= createView(runner, parts);
    return load;
  };
  // The Testing view appears only if there are tests. In a restricted workspace, tests are neither listed nor run.
  const look = (document: vscode.TextDocument): void => {
    if (load !== undefined || !vscode.workspace.isTrusted || !isPromptDocument(document) || !testsField.test(document.getText())) return;
    void studio.state.rememberTests();
    start();
  };
  const begin = (): void => {
    if (studio.state.hasTests()) start();
    else vscode.workspace.textDocuments.forEach(look);
  };
  if (vscode.workspace.isTrusted) begin();
  else parts.push(vscode.workspace.onDidGrantWorkspaceTrust(begin));
  parts.push(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidSaveTextDocument(look),
    registerCommands<typeof testCommands>({
      "prompt.test": async (file, given) => {
        if (!requireRunning()) return undefined;
        const uri = file instanceof vscode.Uri ? file : vscode.window.activeTextEditor?.document.uri;
        const tests = await start()();
        return uri && tests.runDocument(uri, { isConfirmed: isConfirmed(given), use: givenText(given, "use") }).catch(report);
      },
      "prompt.compareModels": async (file, given) => {
        if (!requireRunning()) return undefined;
        const uri = file instanceof vscode.Uri ? file : vscode.window.activeTextEditor?.document.uri;
        return uri && (await comparisons()).compare(uri, { models: givenTexts(given, "models"), isConfirmed: isConfirmed(given) });
      },
    }),
    vscode.window.registerWebviewPanelSerializer(comparisonEditor, {
      deserializeWebviewPanel: async (panel, state) => (await comparisons()).restore(panel, state),
    }),
  );
  return new vscode.Disposable(() => vscode.Disposable.from(...parts).dispose());
}

function createView(runner: () => Promise<TestRunner>, parts: vscode.Disposable[]): () => Promise<PromptTests> {
  const controller = vscode.tests.createTestController("generationStudio.promptTests", t("Prompt Tests"));
  let loading: Promise<PromptTests> | undefined;
  const load = (): Promise<PromptTests> => {
    loading ??= import("./promptTests.ts").then(({ PromptTests }) => {
      const tests = new PromptTests(runner, controller, profiles);
      parts.push(tests);
      return tests;
    });
    return loading;
  };
  const addProfile = (label: string, use: "cacheFirst" | "cacheOnly" | "askAll", isDefault: boolean): vscode.TestRunProfile => {
    const run = async (request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> =>
      (await load()).run(request, use, token);
    return controller.createRunProfile(label, vscode.TestRunProfileKind.Run, run, isDefault, undefined, use === "cacheFirst");
  };
  const profiles = [
    addProfile(t("Run All"), "cacheFirst", true),
    addProfile(t("Use Saved Answers Only"), "cacheOnly", false),
    addProfile(t("Run Again without Cache"), "askAll", false),
  ];
  // Without an item, VS Code opens the view for the first time.
  controller.resolveHandler = async (item) => {
    if (item === undefined) await (await load()).discover();
  };
  controller.refreshHandler = async () => (await load()).discover();
  const show = (document: vscode.TextDocument): void => {
    if (isPromptDocument(document)) void load().then((tests) => tests.update(document), report);
  };
  vscode.workspace.textDocuments.forEach(show);
  parts.push(controller, vscode.workspace.onDidOpenTextDocument(show));
  return load;
}
