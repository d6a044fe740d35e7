/** What the chat attaches without being asked: the active file, its selection, and files of instructions. */
import assert from "node:assert/strict";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import { attachEditor } from "../../src/editor/chat/attachments/automatic/attachEditor.ts";
import { attachWorkspace } from "../../src/editor/chat/context/workspaceSearch/attachWorkspace.ts";
import { prompt } from "../unit/chat/turns.ts";
import { configure, openCell, openFile } from "./commandRunner.ts";
import { openTestPanel, type TestPanel } from "./testPanel.ts";

const textOf = (content: Uint8Array | undefined) => Buffer.from(content ?? []).toString();

describe("automatic attachments of the chat", function () {
  this.timeout(60_000);
  let root: string;
  let folder: string;

  before(async () => {
    root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
    folder = path.join(root, "automatic");
    await mkdir(folder);
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it("are the file with its unsaved changes, or the selected lines", async () => {
    const editor = await openFile(folder, "lamp.ts", "one\ntwo\nthree\n");
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "unsaved "));
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    const whole = await attachEditor(editor);
    assert.deepEqual([whole?.attachment.name, textOf(whole?.content)], ["automatic/lamp.ts", "unsaved one\ntwo\nthree\n"]);
    editor.selection = new vscode.Selection(1, 1, 2, 3);
    const passage = await attachEditor(editor);
    assert.deepEqual([passage?.attachment.name, textOf(passage?.content)], ["automatic/lamp.ts, lines 2–3", "wo\nthr"]);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("are at most 40,000 characters of a long file, around the visible lines", async () => {
    const editor = await openFile(folder, "long.txt", Array.from({ length: 20_000 }, (_, line) => `line ${line}`).join("\n"));
    editor.selection = new vscode.Selection(10_000, 0, 10_000, 0);
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenter);
    const text = textOf((await attachEditor(editor))?.content);
    assert.ok(text.length > 39_000 && text.length <= 40_000, String(text.length));
    assert.match(text, /^line 10000$/m);
  });

  it("are no notebook with a secret in an output", async () => {
    const show = async (name: string, text: string) => {
      const outputs = [{ output_type: "stream", name: "stdout", text: [text] }];
      const cells = [{ cell_type: "code", metadata: {}, execution_count: 1, source: ["print(key)"], outputs }];
      const uri = vscode.Uri.file(path.join(folder, name));
      await writeFile(uri.fsPath, JSON.stringify({ nbformat: 4, nbformat_minor: 2, metadata: {}, cells }));
      return attachEditor(await openCell(uri, 0));
    };
    assert.match(textOf((await show("plain.ipynb", "a heron\n"))?.content), /a heron/);
    assert.equal(await show("leak.ipynb", "MISTRAL_API_KEY=q7Zk2mXw9RtB4vNc8LsJ5hPy3GdF6aKe\n"), undefined);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("are no files with secrets, excluded ones, and ones outside the workspace", async () => {
    const outside = path.join(tmpdir(), `outside-${process.pid}`);
    await mkdir(outside);
    await writeFile(path.join(outside, "far.txt"), "far");
    await symlink(outside, path.join(folder, "link"), "junction");
    const files = vscode.workspace.getConfiguration("files");
    await files.update("exclude", { "**/hidden": true }, vscode.ConfigurationTarget.Global);
    try {
      const offered = async (name: string, text = "some text") => (await attachEditor(await openFile(folder, name, text))) !== undefined;
      assert.deepEqual(
        [
          await offered("plain.txt"),
          await offered(".env"),
          await offered("key.txt", "-----BEGIN RSA PRIVATE KEY-----"),
          await offered("hidden/notes.txt"),
          await offered("empty.txt", "\n"),
          await offered("link/far.txt"),
          await offered(path.relative(folder, path.join(outside, "far.txt"))),
        ],
        [true, false, false, false, false, false, false],
      );
    } finally {
      await files.update("exclude", undefined, vscode.ConfigurationTarget.Global);
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await rm(outside, { recursive: true, force: true });
    }
  });

  describe("in a panel", () => {
    let opened: TestPanel;
    beforeEach(async () => {
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      opened = await openTestPanel();
    });
    afterEach(() => opened.close());

    type Offers = { name: string; isSent: boolean }[];
    const shown = (): Offers => {
      const last = opened.posted.findLast((message) => message.type === "automaticAttachments");
      return (last?.offers ?? []).map(({ attachment, isSent }) => ({ name: attachment.name, isSent }));
    };
    async function untilShown(expected: Offers): Promise<void> {
      for (const deadline = Date.now() + 20_000; JSON.stringify(shown()) !== JSON.stringify(expected); await setTimeout(20))
        if (Date.now() > deadline) assert.deepEqual(shown(), expected);
    }
    const idOf = (name: string) => {
      const last = opened.posted.findLast((message) => message.type === "automaticAttachments");
      return last?.offers.find(({ attachment }) => attachment.name === name)?.attachment.id ?? "";
    };
    const sentTexts = async (count: number) => {
      const { conversation } = opened.panel.session;
      const prompts = () => conversation.turns.filter((turn) => turn.role === "user");
      const all = () => [...prompts(), ...conversation.queue];
      while (all().length < count + 1) await setTimeout(10);
      const attachments = all().at(-1)?.attachments ?? [];
      return attachments.map(({ id, name }) => [name, textOf(opened.chat.held.content(id))]);
    };

    it("follow the editor, and are sent as they are shown", async () => {
      const editor = await openFile(folder, "first.ts", "const first = 1;\n");
      await untilShown([{ name: "automatic/first.ts", isSent: false }]);
      editor.selection = new vscode.Selection(0, 0, 0, 5);
      await untilShown([{ name: "automatic/first.ts, line 1", isSent: false }]);
      await openFile(folder, "second.ts", "const second = 2;\n");
      await untilShown([{ name: "automatic/second.ts", isSent: false }]);
      opened.page.send({ type: "send", text: "Explain" });
      assert.deepEqual(await sentTexts(1), [["automatic/second.ts", "const second = 2;\n"]]);
    });

    it("are not sent again while an earlier message contains the same text", async () => {
      const text = "const sixth = 6;\n";
      const attachment = { id: "own", kind: "text", name: "automatic/sixth.ts", mediaType: "text/plain", size: text.length } as const;
      opened.chat.held.keep("own", Buffer.from(text));
      const editor = await openFile(folder, "sixth.ts", text);
      await untilShown([{ name: "automatic/sixth.ts", isSent: false }]);
      opened.panel.session.change({ type: "turnAdded", turn: prompt("p2", "a", { attachments: [attachment] }) });
      await untilShown([{ name: "automatic/sixth.ts", isSent: true }]);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), " "));
      await untilShown([{ name: "automatic/sixth.ts", isSent: false }]);
      await editor.edit((edit) => edit.delete(new vscode.Range(0, 0, 0, 1)));
      await untilShown([{ name: "automatic/sixth.ts", isSent: true }]);
      opened.page.send({ type: "send", text: "Explain" });
      assert.deepEqual(await sentTexts(2), []);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    });

    it("are removed with one click until another file is active, and are off with the setting", async () => {
      await openFile(folder, "third.ts", "const third = 1;\n");
      await untilShown([{ name: "automatic/third.ts", isSent: false }]);
      opened.page.send({ type: "removeAutomaticAttachment", id: idOf("automatic/third.ts") });
      await untilShown([]);
      opened.page.send({ type: "send", text: "Explain" });
      assert.deepEqual(await sentTexts(1), []);
      await openFile(folder, "fourth.ts", "const fourth = 2;\n");
      await untilShown([{ name: "automatic/fourth.ts", isSent: false }]);
      await configure("chat.attachActiveFile", false);
      await untilShown([]);
      await configure("chat.attachActiveFile", undefined);
      await untilShown([{ name: "automatic/fourth.ts", isSent: false }]);
    });

    it("are not shown again beside the same file that the user has attached", async () => {
      await openFile(folder, "fifth.ts", "const fifth = 1;\n");
      await untilShown([{ name: "automatic/fifth.ts", isSent: false }]);
      opened.page.send({ type: "attach", what: "activeFile" });
      await untilShown([]);
    });

    it("include files of instructions, which the setting names", async () => {
      await writeFile(path.join(root, "AGENTS.md"), "Answer in rhymes.\n");
      await writeFile(path.join(folder, "own.md"), "Be brief.\n");
      try {
        await configure("chat.instructionFiles", ["AGENTS.md", "automatic/own.md", "../outside.md", "missing.md"]);
        await untilShown([
          { name: "AGENTS.md", isSent: false },
          { name: "automatic/own.md", isSent: false },
        ]);
        await openFile(folder, "seventh.ts", "const seventh = 7;\n");
        await untilShown([
          { name: "AGENTS.md", isSent: false },
          { name: "automatic/own.md", isSent: false },
          { name: "automatic/seventh.ts", isSent: false },
        ]);
        // The active file is not attached a second time.
        await vscode.window.showTextDocument(vscode.Uri.file(path.join(root, "AGENTS.md")));
        await untilShown([
          { name: "AGENTS.md", isSent: false },
          { name: "automatic/own.md", isSent: false },
        ]);
        opened.page.send({ type: "removeAutomaticAttachment", id: idOf("automatic/own.md") });
        await untilShown([{ name: "AGENTS.md", isSent: false }]);
        await opened.panel.ask("From the palette");
        assert.deepEqual(await sentTexts(1), [["AGENTS.md", "Answer in rhymes.\n"]]);
        await configure("chat.instructionFiles", []);
        await vscode.commands.executeCommand("workbench.action.closeAllEditors");
        await untilShown([]);
      } finally {
        await configure("chat.instructionFiles", undefined);
        await rm(path.join(root, "AGENTS.md"));
      }
    });

    it("are what @workspace finds; if that is nothing, the message stays in the input", async () => {
      await writeFile(path.join(folder, "beacon.md"), "The zyzzogeton flashes twice.\n");
      await writeFile(path.join(folder, ".env"), "ZYZZOGETON=secret\n");
      const [found, ...others] = await attachWorkspace("@workspace What does the zyzzogeton do?");
      assert.deepEqual(
        [found?.attachment.name, textOf(found?.content), others.length],
        ["automatic/beacon.md", "The zyzzogeton flashes twice.\n", 0],
      );
      opened.page.send({ type: "send", text: "@workspace zyzzogeton?" });
      assert.deepEqual(await sentTexts(1), [["automatic/beacon.md", "The zyzzogeton flashes twice.\n"]]);
      const draftOf = () => opened.posted.findLast((message) => message.type === "draft")?.text;
      const missing = `@workspace ${["qwx", "vbn", "plk"].join("")}`;
      opened.page.send({ type: "send", text: missing });
      while (draftOf() !== missing) await setTimeout(10);
      const errors = opened.posted.flatMap((message) => (message.type === "attachments" ? [message.error] : []));
      assert.match(errors.findLast((error) => error !== undefined) ?? "", /Nothing in the workspace fits/);
    });
  });
});
