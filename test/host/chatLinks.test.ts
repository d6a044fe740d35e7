/** Links and secrets in a stranger's repository: what the chat attaches is what its names say, or the user is asked first. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { LoadedAttachment } from "../../src/conversations/drafts.ts";
import { attachEditor } from "../../src/editor/chat/attachments/automatic/attachEditor.ts";
import { attachInstructions } from "../../src/editor/chat/attachments/automatic/attachInstructions.ts";
import type { ChatServices } from "../../src/editor/chat/chatServices.ts";
import { applyCode } from "../../src/editor/chat/code/applyCode.ts";
import { attachFile } from "../../src/editor/chat/context/readAttachment.ts";
import { readContext } from "../../src/editor/chat/context/readContext.ts";
import { attachWorkspace } from "../../src/editor/chat/context/workspaceSearch/attachWorkspace.ts";
import { insertImage } from "../../src/editor/chat/media/imageActions.ts";
import { Proposals } from "../../src/editor/edits/proposals.ts";
import { FactGatherer, type FactSource } from "../../src/editor/prompts/factGatherer.ts";
import { findStyles } from "../../src/editor/prompts/findStyles.ts";
import { readNamedFile } from "../../src/editor/prompts/promptPaths.ts";
import { readEditedText } from "../../src/editor/prompts/readEditedText.ts";
import { encodePng } from "../../src/media/images/encodePng.ts";
import { parsePromptDocument } from "../../src/prompt/parse/promptDocument.ts";
import { conversationOf } from "../panel/conversations.ts";
import { openFile } from "./commandRunner.ts";

const secret = "hunter2 of the lighthouse";
const key = `# Lighthouse\n-----BEGIN ${"PRIVATE"} KEY-----\n${secret}\n`;
const token = `The lighthouse uses hf_${"q7Zk2mXw9RtB4vNc8LsJ5hPy3GdF6aKe1UoT"}, ${secret}\n`;

/** The tests' VS Code refuses to show modal dialogs, which is no consent. */
const asked = /refused to show dialog.*may contain something private|was not attached/;

const textOf = (all: readonly (LoadedAttachment | undefined)[]) => all.map((one) => Buffer.from(one?.content ?? []).toString()).join("\n");

describe("links and secrets in a repository", function () {
  this.timeout(60_000);
  let root: string;
  let folder: string;
  let outside: string;
  const instructions = ["AGENTS.md", ".github/copilot-instructions.md"];

  before(async () => {
    root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
    folder = path.join(root, "stranger");
    outside = path.join(root, "..", `private-${process.pid}`);
    for (const one of [path.join(folder, "docs"), path.join(root, ".github"), outside]) await mkdir(one, { recursive: true });
    await writeFile(path.join(folder, ".env"), `PASSWORD=${secret}\n`);
    await writeFile(path.join(folder, "plain.md"), "A lighthouse at dusk.\n");
    await writeFile(path.join(folder, "docs/own.md"), "The lighthouse keeper.\n");
    await writeFile(path.join(folder, "key.md"), key);
    await writeFile(path.join(folder, "token.md"), token);
    await writeFile(path.join(outside, "guide.md"), `The lighthouse: ${secret}\n`);
    for (const name of instructions) await rm(path.join(root, name), { force: true });
    const links = {
      "stranger/README.md": ".env",
      "stranger/docs/guide.md": path.join(outside, "guide.md"),
      "stranger/docs/up": "..",
      "stranger/far": outside,
      "AGENTS.md": "stranger/.env",
      ".github/copilot-instructions.md": "../stranger/key.md",
    };
    for (const [name, target] of Object.entries(links)) await symlink(target, path.join(root, name));
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    for (const name of [folder, outside, ...instructions.map((one) => path.join(root, one))])
      await rm(name, { recursive: true, force: true });
  });

  it("are not sent as instructions", async () => {
    const names = async () =>
      (await attachInstructions()).map(({ attachment }) => attachment.name).filter((name) => instructions.includes(name));
    assert.deepEqual(await names(), []);
    await rm(path.join(root, "AGENTS.md"));
    await writeFile(path.join(root, "AGENTS.md"), "Answer briefly.\n");
    assert.deepEqual(await names(), ["AGENTS.md"]);
  });

  it("are not offered as the active file", async () => {
    const offered = async (name: string) => {
      const document = await vscode.workspace.openTextDocument(path.join(folder, name));
      return (await attachEditor(await vscode.window.showTextDocument(document))) !== undefined;
    };
    const all = ["plain.md", "README.md", "docs/guide.md", "far/guide.md", "key.md", "token.md"];
    for (const name of all) assert.equal(await offered(name), name === "plain.md", name);
    const editor = await openFile(folder, "long.md", `${"line\n".repeat(30_000)}${key}`);
    editor.selection = new vscode.Selection(0, 0, 3, 0);
    assert.equal(await attachEditor(editor), undefined);
  });

  it("are not found by @workspace", async () => {
    const found = textOf(await attachWorkspace("@workspace the password of the lighthouse"));
    assert.match(found, /A lighthouse at dusk/);
    assert.doesNotMatch(found, /hunter2/);
  });

  it("are left out of a folder, with the files that links lead out of it", async () => {
    const attached = textOf([await attachFile(vscode.Uri.file(path.join(folder, "docs")))]);
    assert.match(attached, /The lighthouse keeper/);
    assert.doesNotMatch(attached, /hunter2|guide|plain/);
    const whole = textOf([await attachFile(vscode.Uri.file(folder))]);
    assert.match(whole, /A lighthouse at dusk/);
    assert.doesNotMatch(whole, /hunter2/);
  });

  it("are attached by name only after a question", async () => {
    for (const name of ["README.md", "docs/guide.md", "far", "far/guide.md", "key.md", "token.md"])
      await assert.rejects(attachFile(vscode.Uri.file(path.join(folder, name))), asked, name);
    assert.match(textOf([await attachFile(vscode.Uri.file(path.join(folder, ".env")))]), /hunter2/);
    assert.match(textOf([await attachFile(vscode.Uri.file(path.join(folder, "plain.md")))]), /lighthouse/);
  });

  it("are not sent with the open editors, or as the active file, without a question", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    for (const name of ["plain.md", "README.md", "token.md"])
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(path.join(folder, name)), { preview: false });
    const editor = vscode.window.activeTextEditor;
    await assert.rejects(readContext("openEditors", editor), asked);
    await assert.rejects(readContext("activeFile", editor), asked);
  });

  it("are named in the question as they are written", async () => {
    const { showWarningMessage } = vscode.window;
    const shown: string[] = [];
    Object.assign(vscode.window, {
      showWarningMessage: async (question: string, { detail }: vscode.MessageOptions) => void shown.push(`${question}\n${detail}`),
    });
    try {
      for (const name of ["photo\u202egnp.md", "plain.md\nother.md", "tag\u{e0041}.md"]) {
        await symlink(".env", path.join(folder, name));
        await assert.rejects(attachFile(vscode.Uri.file(path.join(folder, name))), /was not attached/);
      }
    } finally {
      Object.assign(vscode.window, { showWarningMessage });
    }
    const named = ["photo\\u202egnp.md", "plain.md\\u000aother.md", "tag\\udb40\\udc41.md"].map((name) => `stranger/${name}`);
    assert.deepEqual(
      shown,
      named.map((name) => `${name} may contain something private. Attach it?\n${name}: stranger/.env is probably a file of secrets`),
    );
  });

  it("are not quoted by the problems of the active file without a question", async () => {
    const editor = await openFile(folder, "problems.md", "A lighthouse at dusk.\n");
    const diagnostics = vscode.languages.createDiagnosticCollection("test");
    const attach = (message: string) => {
      diagnostics.set(editor.document.uri, [new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), message)]);
      return readContext("fileProblems", editor);
    };
    try {
      assert.match(textOf(await attach("Unknown word: lighthouse")), /Unknown word: lighthouse/);
      await assert.rejects(attach(`Unknown word: ${token}`), asked);
    } finally {
      diagnostics.dispose();
    }
  });

  it("are not changed by the code of an answer that names them", async () => {
    // Beside the folder that another link leads to, so that only one file has the name.
    const script = `${outside}.sh`;
    await writeFile(script, "echo lighthouse\n");
    await symlink(script, path.join(folder, "guide.sh"));
    const proposals = new Proposals();
    try {
      await applyCode(proposals, undefined, { code: "echo dusk\n", info: "sh guide.sh", before: "" });
      assert.equal(proposals.find(vscode.Uri.file(path.join(folder, "guide.sh"))), undefined);
      assert.ok(proposals.find(vscode.Uri.file(path.join(root, "guide.sh"))), "a file of the workspace is proposed");
    } finally {
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      proposals.dispose();
      await rm(script);
    }
  });

  // Source: proc(5). Its `st_size` is 0, and it has 8 bytes for each page of an address space of 128 TiB.
  (process.platform === "linux" ? it : it.skip)("are not read for ever if a file states no size", async function () {
    this.timeout(20_000);
    const endless = "/proc/self/pagemap";
    // Outside of the workspace, where neither VS Code nor its other extensions read it.
    const elsewhere = await mkdtemp(path.join(tmpdir(), "generation-studio-endless-"));
    const styles = path.join(elsewhere, ".generation-studio/styles");
    await mkdir(styles, { recursive: true });
    await symlink(endless, path.join(styles, "endless.md"));
    await writeFile(path.join(elsewhere, "own.md"), "The lighthouse keeper.\n");
    await symlink(endless, path.join(elsewhere, "endless.txt"));
    const document = vscode.Uri.file(path.join(elsewhere, "own.gen.md"));
    const models = { known: undefined, refusedValues: () => [], onDidChange: () => ({ dispose: () => undefined }) };
    const studio = { models, state: models, onDidChangeConnection: models.onDidChange, openTasks: undefined };
    const facts = new FactGatherer(studio as unknown as FactSource, () => undefined);
    const see = async (fields: string) => {
      const parsed = parsePromptDocument(`---\nkind: image\nmodel: a\n${fields}\n---\nA lighthouse\n`);
      await facts.lookAtFiles({ uri: document }, parsed);
      return facts.known({ uri: document }, parsed).files?.[endless];
    };
    try {
      assert.match(textOf([await attachFile(vscode.Uri.file(elsewhere))]), /The lighthouse keeper/);
      assert.equal(textOf([await attachFile(vscode.Uri.file(endless))]), "");
      assert.equal((await readNamedFile(document, vscode.Uri.file(endless)))?.type, "withheld");
      assert.equal(await readEditedText(vscode.Uri.file(endless)), "");
      assert.equal((await findStyles(document)).find(({ name }) => name === "endless")?.text ?? "", "");
      assert.deepEqual(await see(`image_url: [${endless}]\nmask: ${endless}`), { exists: true, size: 0, previewUri: `file://${endless}` });
      assert.equal((await see(`batch: ${endless}`))?.rows, 0);
    } finally {
      facts.dispose();
      await rm(elsewhere, { recursive: true, force: true });
    }
  });

  it("get no image of an answer by a link or a setting of the workspace", async () => {
    const editor = await openFile(folder, "images.md", "A lighthouse at dusk.\n");
    const bytes = encodePng({ width: 1, height: 1, channels: 3, data: new Uint8Array(3) });
    const chat = { targetEditor: { now: () => editor }, images: { read: async () => bytes }, studio: { isDemo: () => true } };
    const output = vscode.workspace.getConfiguration("generationStudio.output", editor.document.uri);
    const before = await readdir(outside);
    for (const name of ["stranger/far", path.relative(root, outside)])
      try {
        await output.update("folder", name, vscode.ConfigurationTarget.Workspace);
        await assert.rejects(insertImage(chat as unknown as ChatServices, conversationOf([]), "0.png"), /leads out of the workspace/);
        assert.deepEqual(await readdir(outside), before, name);
      } finally {
        await output.update("folder", undefined, vscode.ConfigurationTarget.Workspace);
      }
  });
});
