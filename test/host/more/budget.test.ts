/** The user's budget in a real extension host: whatever the user asks for is asked about exactly once, and not at all if it is free. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { configure, openFile, runTasks } from "../commandRunner.ts";
import { filesIn, openPrompt } from "../languageSupport.ts";

const options = { model: "demo-image", size: "64x64" };
const command = (name: string, given: object) => vscode.commands.executeCommand<unknown>(`generationStudio.${name}`, given);

describe("a budget that is used up", function () {
  this.timeout(120_000);
  const { showWarningMessage } = vscode.window;
  let folder: string;
  let questions: string[];
  let answer: string | undefined;
  let documents = 0;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-budget-"));
    const ask = async (question: string): Promise<string | undefined> => {
      questions.push(question);
      return answer;
    };
    Object.assign(vscode.window, { showWarningMessage: ask });
  });
  afterEach(async () => {
    await configure("unit", undefined);
    await configure("budget", undefined);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(async () => {
    Object.assign(vscode.window, { showWarningMessage });
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  async function spendAll(): Promise<void> {
    await configure("budget", { day: 0 });
    await configure("unit", "demo credits");
  }

  async function openSelected(name: string): Promise<vscode.TextEditor> {
    const editor = await openFile(folder, name, "The old passage.\n");
    editor.selection = new vscode.Selection(0, 0, 0, 16);
    return editor;
  }

  /** Prepares one action of the user, which returns what it made: empty if nothing was made; undefined: it cannot be seen. */
  const actions: [string, () => Promise<() => Promise<string | undefined>>][] = [
    ...(["v1", "v2"] as const).flatMap((version): typeof actions => [
      [
        `replacing a text over ${version}`,
        async () => {
          await openSelected(`replaced-${version}.md`);
          return async () =>
            String((await command("replaceSelection", { model: "demo-text", interface: version, prompt: "Louder" })) ?? "");
        },
      ],
      [
        `writing a text over ${version}`,
        async () => {
          await openFile(folder, `written-${version}.md`, "Before.\n");
          return async () => String((await command("insertAtCursor", { model: "demo-text", interface: version, prompt: "A list" })) ?? "");
        },
      ],
      [
        `Try Again over ${version}`,
        async () => {
          const { document } = await openSelected(`again-${version}.md`);
          await command("replaceSelection", { model: "demo-text", interface: version, prompt: "Louder" });
          return async () => {
            await command("tryAgain", document.uri);
            return undefined;
          };
        },
      ],
    ]),
    [
      "a batch of images",
      async () => async () => (await runTasks("generateImage", { prompt: "A pear", options, count: 3, folder, show: false })).join(),
    ],
    [
      "a prompt document with several requests",
      async () => {
        documents += 1;
        const front = "kind: image\nmodel: demo-image\nsize: 64x64\nbatch: [{ a: 1 }, { a: 2 }, { a: 3 }]";
        const text = `---\n${front}\noutput: budget-${documents}/made-{n}\n---\n{{a}} pears\n`;
        const document = await openPrompt(`budget-${documents}`, text);
        return async () => {
          await command("prompt.run", document.uri);
          return (await filesIn(`budget-${documents}`)).join();
        };
      },
    ],
    [
      "a prompt document with several texts",
      async () => {
        documents += 1;
        const document = await openPrompt(
          `budget-${documents}`,
          `---\nmodel: demo-text\nbatch: [{ a: 1 }, { a: 2 }]\noutput: budget-${documents}/made-{n}\n---\nSay {{a}}.\n`,
        );
        return async () => {
          await command("prompt.run", document.uri);
          return (await filesIn(`budget-${documents}`)).join();
        };
      },
    ],
    [
      "four more images",
      async () => {
        const [first] = await runTasks("generateImage", { prompt: "A plum", options, folder, show: false });
        return async () =>
          (await runTasks("moreLikeThis", { key: first?.key }, undefined, { vary: "result", confirmed: true, show: false })).join();
      },
    ],
  ];

  for (const [name, prepare] of actions) {
    it(`is asked about once for ${name}, and not at all if it is free`, async () => {
      for (const given of [undefined, "Generate Anyway"]) {
        const run = await prepare();
        questions = [];
        answer = given;
        await spendAll();
        const made = await run();
        assert.deepEqual(questions, ["Exceed the budget of today?"], name);
        if (made !== undefined) assert.equal(made !== "", given !== undefined, `made: ${made}`);
        await configure("unit", undefined);
        await configure("budget", undefined);
        await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
        await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      }
      const run = await prepare();
      questions = [];
      await configure("budget", { day: 0, month: 0 });
      assert.notEqual(await run(), "");
      assert.deepEqual(questions, []);
    });
  }
});
