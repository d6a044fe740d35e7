/** Prompt documents in the chat: which are listed, the inputs they need, and the messages they compose. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { PromptForm } from "../../src/chat/request/promptForm.ts";
import { type ComposedPrompt, PromptForms } from "../../src/editor/chat/promptForms.ts";
import type { FactSource } from "../../src/editor/prompts/factGatherer.ts";
import { findTextDocuments, userPromptFolder } from "../../src/editor/prompts/findPromptDocuments.ts";
import { configure } from "./commandRunner.ts";

const never = new vscode.EventEmitter<never>().event;
const nothing = () => [];

/** A service with an empty catalogue. */
const source: FactSource = {
  openTasks: undefined,
  onDidChangeConnection: never,
  models: { known: undefined, onDidChange: never, ability: () => ({ can: "perhaps", because: "" }) },
  state: { favourites: nothing, hiddenModels: nothing, recentModels: nothing, refusedValues: nothing, onDidChange: never },
};

describe("prompt documents in the chat", function () {
  this.timeout(120_000);
  let folder: string;
  let own: string;
  let forms: PromptForms;
  let lastEditor: { uri: vscode.Uri; text: string; selection: string } | undefined;

  const write = async (name: string, text: string) => {
    const file = path.join(folder, `${name}.gen.md`);
    await writeFile(file, text);
    return vscode.Uri.file(file).toString();
  };
  const fill = (id: string, values = {}, answers = {}) => ({ id, values, answers });
  const composed = async (...[filled, addition]: Parameters<PromptForms["compose"]>): Promise<ComposedPrompt> => {
    const composition = await forms.compose(filled, addition);
    assert.ok(composition.type === "prompt", JSON.stringify(composition));
    return composition.prompt;
  };
  const errors = async (id: string, values = {}, answers = {}): Promise<PromptForm["errors"]> => {
    const composition = await forms.compose(fill(id, values, answers), "");
    assert.ok(composition.type === "form", "It was composed");
    return composition.form?.errors ?? [];
  };

  before(async () => {
    folder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "", "slash");
    await mkdir(folder);
    own = await mkdtemp(path.join(tmpdir(), "own-prompts-"));
    await configure("promptFolder", own);
    forms = new PromptForms(source, { read: () => lastEditor });
  });
  after(async () => {
    await configure("promptFolder", undefined);
    forms.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    await rm(own, { recursive: true, force: true, maxRetries: 5 });
  });

  it("are those of the workspace and of the user's own folder that generate text", async () => {
    await write("review", "---\nmodel: m\n---\nReview\n");
    await write("picture", "---\nkind: image\nmodel: m\n---\nDraw\n");
    await mkdir(path.join(own, "team"));
    await writeFile(path.join(own, "team", "translate.gen.md"), "---\nmodel: m\n---\nTranslate\n");
    await writeFile(path.join(own, "notes.md"), "Notes\n");
    const ours = (await findTextDocuments()).filter(({ isUsers, folder: at }) => isUsers || at === "slash");
    assert.deepEqual(
      ours.map(({ name, folder: at, isUsers }) => ({ name, at, isUsers })),
      [
        { name: "review", at: "slash", isUsers: false },
        { name: "translate", at: "team", isUsers: true },
      ],
    );
    await configure("promptFolder", undefined);
    assert.equal(userPromptFolder().fsPath, path.join(homedir(), ".generation-studio", "prompts"));
    await configure("promptFolder", "~/my prompts");
    assert.equal(userPromptFolder().fsPath, path.join(homedir(), "my prompts"));
    await configure("promptFolder", own);
  });

  it("are composed from the inputs, the last editor and their files", async () => {
    await writeFile(path.join(folder, "rules.txt"), "One\n");
    const id = await write(
      "whole",
      "---\nmodel: m\ntemperature: 0.2\nfiles: [rules.txt]\nvars: { language: Rust }\n---\n{{language}}: {{selection}}, {{input:Why?}}\n",
    );
    lastEditor = { uri: vscode.Uri.parse("untitled:lamp.ts"), text: "all", selection: "let a" };
    const form = await forms.describe(id);
    assert.deepEqual(form?.inputs, [
      { name: "language", isQuestion: false, value: "Rust" },
      { name: "Why?", isQuestion: true, value: "" },
    ]);
    assert.deepEqual([form?.contents, form?.errors], [["{{selection}}", "rules.txt"], []]);
    const prompt = await composed(fill(id, { language: "Go" }, { "Why?": "to learn" }), "Be quick");
    assert.equal(prompt.text, "Go: let a, to learn\n\nBe quick");
    assert.deepEqual(prompt.document, { name: "whole", fields: { model: "m", temperature: 0.2 }, before: [] });
    assert.deepEqual(
      prompt.files.map(({ attachment: { kind, name }, content }) => [kind, name, Buffer.from(content ?? []).toString()]),
      [["document", "rules.txt", "One\n"]],
    );
  });

  it("are not composed while they have errors or a value is missing, and report where", async () => {
    const wrong = await write("wrong", "---\nmodel: m\nstream: hot\n---\nHi {{place}}\n");
    assert.deepEqual(
      (await errors(wrong)).map(({ line }) => line),
      [3, 5],
    );
    lastEditor = undefined;
    const selects = await write("selects", "---\nmodel: m\n---\n{{selection}}\n");
    assert.match((await errors(selects))[0]?.message ?? "", /nothing is selected/);
    const web = await write("web", "---\nmodel: m\nfiles: ['https://example.com/?q={{clipboard}}']\n---\nHi\n");
    assert.equal((await errors(web))[0]?.line, 3);
    const batch = await write("batch", "---\nmodel: m\nbatch: [{ a: 1 }, { a: 2 }]\n---\n{{a}}\n");
    assert.match((await errors(batch))[0]?.message ?? "", /several requests/);
    const second = await write("second", "---\nkind: text\ninterface: v2\nmodel: m\n---\nHi\n");
    assert.match((await errors(second))[0]?.message ?? "", /interface v1/);
  });

  it("send no file from outside the workspace that the user did not allow", async () => {
    await writeFile(path.join(own, "private.txt"), "secret");
    const id = await write("outside", '---\nmodel: m\nfiles: ["{{which}}"]\nvars: { which: "" }\n---\nHi\n');
    // The tests' VS Code cancels every modal dialog and records its text.
    const question = /refused to show dialog.*sends files from outside the workspace/;
    assert.match((await errors(id, { which: path.join(own, "private.txt") }))[0]?.message ?? "", question);
    const asks = await write("asks", "---\nmodel: m\nfiles: ['{{input:Which?}}']\n---\nHi\n");
    assert.match((await errors(asks, {}, { "Which?": path.join(own, "private.txt") }))[0]?.message ?? "", question);
  });

  it("are used only if they were listed", async () => {
    const stranger = path.join(own, "..", `stranger-${process.pid}.gen.md`);
    await writeFile(stranger, "---\nmodel: m\n---\nHi\n");
    try {
      assert.equal(await forms.describe(vscode.Uri.file(stranger).toString()), undefined);
      assert.deepEqual(await forms.compose(fill(vscode.Uri.file(stranger).toString()), ""), { type: "form", form: undefined });
    } finally {
      await rm(stranger, { force: true });
    }
  });
});
