/** What others have written makes no link in a notification, a progress or an input box, where VS Code's links run commands. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { pickRow, pickRows } from "../../src/editor/base/pickRow.ts";
import { rememberTyped } from "../../src/editor/base/rememberTyped.ts";
import { announce, askAboutError, askAmong, choose, report, warn } from "../../src/editor/base/report.ts";
import { withProgress } from "../../src/editor/base/withProgress.ts";
import { pickModel } from "../../src/editor/models/modelCommands.ts";
import { makeTreeItem } from "../../src/editor/models/modelItem.ts";
import { withTaskProgress } from "../../src/editor/requests/withTaskProgress.ts";
import type { Studio } from "../../src/editor/service/studio.ts";
import { makeTaskItem } from "../../src/editor/tasks/taskItem.ts";
import type { Task } from "../../src/generations/task.ts";

/** Source: VS Code, `src/vs/base/common/linkedText.ts`. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;

const foreign = [
  "[Retry](command:workbench.action.terminal.new)",
  "[here](https://evil.example)",
  "[log](file:///etc/passwd)",
  "[a]([b](command:c))",
];

const show = (name: string) =>
  [
    () => report(new Error(name)),
    () => announce(name),
    () => warn(name),
    () => choose("?", ["a"], name),
    () => askAmong(name, "a"),
    () => askAboutError(name, "a"),
    () => rememberTyped().ask("a", name),
    () => withProgress(name, async () => undefined),
    ...[true, false].map(
      (canCancel) => () =>
        withTaskProgress({ canCancel: () => canCancel }, { title: name, shortTitle: "a", baseUrl: "", models: [name] }, async (write) =>
          write(name),
        ),
    ),
  ] as const;

describe("the words of others", () => {
  const shown: string[] = [];
  const show1 = async (text: string) => void shown.push(text);
  const replaced = {
    showErrorMessage: show1,
    showWarningMessage: async (text: string, { detail }: vscode.MessageOptions = {}) => void shown.push(text, detail ?? ""),
    showInformationMessage: show1,
    showInputBox: async ({ prompt }: vscode.InputBoxOptions) => void shown.push(prompt ?? ""),
    async withProgress({ title }: vscode.ProgressOptions, run: Parameters<typeof vscode.window.withProgress>[1]) {
      shown.push(title ?? "");
      const token = new vscode.CancellationTokenSource().token;
      return run({ report: ({ message }) => void shown.push(message ?? "") }, token);
    },
  };
  const before = Object.fromEntries(Object.keys(replaced).map((name) => [name, Reflect.get(vscode.window, name)]));

  it("make no link where they are shown", async () => {
    Object.assign(vscode.window, replaced);
    try {
      for (const name of foreign) for (const one of show(name)) await one();
    } finally {
      Object.assign(vscode.window, before);
    }
    assert.ok(shown.length >= foreign.length * 10);
    const links = shown.flatMap((text) => [...text.matchAll(link)].map(([, , address = ""]) => address));
    assert.deepEqual(
      links.filter((address) => !/^command:_generationStudio\.stopWaiting\.\d+$/.test(address)),
      [],
    );
  });

  // Source: UAX 9, section 2: embeddings, overrides and isolates.
  it("reorder no row in which a task, a model or anything else is chosen", async () => {
    const reordering = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";
    const name = `photo${reordering}gnp.exe`;
    const written = `photo${[...reordering].map((one) => `\\u${one.charCodeAt(0).toString(16)}`).join("")}gnp.exe`;
    const nothing = () => [];
    const studio = {
      models: { ability: () => ({ can: "no", because: "" }), find: () => undefined, list: async () => [{ id: name }] },
      state: { favourites: nothing, hiddenModels: nothing, recentModels: nothing },
    } as unknown as Studio;
    const task = { key: "a", prompt: name, model: name, state: "pending", kind: "image", createdAt: 0, artifacts: [] } as unknown as Task;
    const picks: vscode.QuickPickItem[] = [];
    const asked: unknown[] = [];
    const { showQuickPick } = vscode.window;
    const answer = async (rows: Promise<vscode.QuickPickItem[]>, { title, placeHolder }: vscode.QuickPickOptions) => {
      picks.push(...(await rows));
      asked.push(title, placeHolder);
    };
    Object.assign(vscode.window, { showQuickPick: answer });
    try {
      await pickModel(studio);
      asked.length = 0;
      await pickRow([{ label: name, description: name, detail: name }], { title: name, placeHolder: name });
      await pickRows([{ label: name, description: name, detail: name }], { title: name, placeHolder: name });
    } finally {
      Object.assign(vscode.window, { showQuickPick });
    }
    const labels = [
      makeTaskItem(task, 0, false).label,
      makeTreeItem({ type: "model", model: name, created: undefined, group: "a" }, studio).label,
      makeTreeItem({ type: "group", name, models: [], isOpen: false }, studio).label,
      makeTreeItem({ type: "error", message: name, command: undefined }, studio).label,
      ...picks.flatMap(({ label, description, detail }, index) => (index === 0 ? label : [label, description, detail])),
      ...asked,
    ];
    assert.deepEqual(
      labels,
      Array.from({ length: 15 }, () => written),
    );
    assert.match(String(makeTaskItem(task, 0, false).description), /photo\\u202a/);
  });
});
