/** What a chat panel does with calls of its page that arrive one soon after the other. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import * as vscode from "vscode";
import type { Turn } from "../../src/chat/conversation/turn.ts";
import type { ChatPush } from "../../src/chat/messages/chatPush.ts";
import type { Session } from "../../src/conversations/session.ts";
import type { ChatServices } from "../../src/editor/chat/chatServices.ts";
import type { ChatPanel } from "../../src/editor/chat/panel/panel.ts";
import { prompt } from "../unit/chat/turns.ts";
import { openTestPanel, type TestPanel } from "./testPanel.ts";

const never = new vscode.EventEmitter<never>().event;

/** A file system with one file, which is read once `whenOpen` resolves. */
function slowFile(content: Uint8Array, whenOpen: Promise<void>): vscode.FileSystemProvider {
  const refuse = () => {
    throw vscode.FileSystemError.NoPermissions();
  };
  return {
    onDidChangeFile: never,
    watch: () => new vscode.Disposable(() => undefined),
    stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: content.length }),
    readFile: () => whenOpen.then(() => content),
    readDirectory: refuse,
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
}

describe("a chat panel", function () {
  this.timeout(60_000);
  let opened: TestPanel;
  let chat: ChatServices;
  let panel: ChatPanel;
  let page: TestPanel["page"];
  let posted: ChatPush[];

  beforeEach(async () => {
    opened = await openTestPanel();
    ({ chat, panel, page, posted } = opened);
  });
  afterEach(() => opened.close());

  function open(id: string): Session {
    const session = chat.session(id);
    assert.ok(session);
    return session;
  }

  /** The prompt after the stored turns, once it is there. */
  async function sentPrompt(session: Session): Promise<Extract<Turn, { role: "user" }>> {
    for (;;) {
      const [, , turn] = session.conversation.turns;
      if (turn?.role === "user") return turn;
      await setImmediate();
    }
  }

  /** The text that the page was asked to show in its input. */
  async function draftInPage(): Promise<string> {
    for (;;) {
      const draft = posted.find((message) => message.type === "draft");
      if (draft !== undefined) return draft.text;
      await setImmediate();
    }
  }

  it("offers a running engine in a new conversation after a stored one, an engine that starts later, and none that has stopped", async () => {
    const offered = () => posted.flatMap((message) => (message.type === "engines" ? [message.engines.map(({ name }) => name)] : []));
    const until = async (expected: string[]) => {
      while (offered().at(-1)?.join() !== expected.join()) await setImmediate();
    };
    opened.engines.push({ name: "ollama", label: "Ollama", models: 2 });
    page.send({ type: "focused" });
    for (let turns = 0; turns < 100; turns += 1) await setImmediate();
    assert.deepEqual(offered(), []);
    page.send({ type: "newConversation" });
    await until(["ollama"]);
    opened.engines.push({ name: "lmstudio", label: "LM Studio", models: 1 });
    page.send({ type: "focused" });
    await until(["ollama", "lmstudio"]);
    opened.engines.shift();
    page.send({ type: "focused" });
    await until(["lmstudio"]);
  });

  it("replaces a model that is no longer offered, but not one of a provider that does not answer", async () => {
    const session = open("c");
    const keptOf = async (model: string): Promise<string> => {
      posted.splice(0);
      session.setSettings({ model });
      page.send({ type: "refreshModels" });
      while (!posted.some(({ type }) => type === "models")) await setImmediate();
      await setImmediate();
      return session.conversation.settings.model;
    };
    const models = ["down/lamp", "late/lamp", "up/lamp", "gone/lamp", ""];
    const kept: string[] = [];
    for (const model of models) kept.push(await keptOf(model));
    assert.deepEqual(kept, ["down/lamp", "late/lamp", "up/listed", "up/listed", "up/listed"]);
  });

  it("keeps the draft when an edited message cannot be sent, and adds the edited text to it", async () => {
    const file = { id: "notes", kind: "text", name: "notes.md", mediaType: "text/markdown", size: 3 } as const;
    open("c").change({ type: "turnAdded", turn: prompt("p2", "a", { text: "/image A lamp", attachments: [file] }) });
    page.send({ type: "keepDraft", conversationId: "c", text: "What I am writing" });
    page.send({ type: "resend", turnId: "p2", text: "/image A green lamp" });
    assert.equal(await draftInPage(), "/image A green lamp\n\nWhat I am writing");
    assert.equal(chat.conversations.draft("c"), "/image A green lamp\n\nWhat I am writing");
  });

  describe("whose user attaches a file that takes long to read", () => {
    let opening: PromiseWithResolvers<void>;
    let registered: vscode.Disposable;
    beforeEach(() => {
      opening = Promise.withResolvers();
      const file = slowFile(Buffer.from("export const lamp = 1;\n"), opening.promise);
      registered = vscode.workspace.registerFileSystemProvider("slow", file);
    });
    afterEach(() => registered.dispose());

    it("sends the prompt with that file", async () => {
      const session = open("c");
      page.send({ type: "attachPath", path: "slow:///lamp.ts" });
      page.send({ type: "send", text: "Explain #lamp.ts" });
      page.send({ type: "keepDraft", conversationId: "c", text: "" });
      opening.resolve();
      const { text, attachments } = await sentPrompt(session);
      assert.deepEqual([text, attachments.map(({ name }) => name)], ["Explain #lamp.ts", ["lamp.ts"]]);
      assert.deepEqual(chat.conversations.draftAttachments("c"), []);
    });

    it("keeps the order in which files were attached", async () => {
      const quick = vscode.workspace.registerFileSystemProvider("quick", slowFile(Buffer.from("A wick."), Promise.resolve()));
      const session = open("c");
      page.send({ type: "attachPath", path: "slow:///lamp.ts" });
      page.send({ type: "attachPath", path: "quick:///wick.md" });
      await vscode.workspace.fs.readFile(vscode.Uri.parse("quick:///wick.md"));
      opening.resolve();
      page.send({ type: "send", text: "Compare" });
      const { attachments } = await sentPrompt(session);
      assert.deepEqual(
        attachments.map(({ name }) => name),
        ["lamp.ts", "wick.md"],
      );
      quick.dispose();
    });

    it("attaches it to the draft of its conversation, and keeps the prompt there, after another one was opened", async () => {
      page.send({ type: "attachPath", path: "slow:///lamp.ts" });
      page.send({ type: "send", text: "Explain #lamp.ts" });
      page.send({ type: "keepDraft", conversationId: "c", text: "" });
      panel.show(open("another"));
      opening.resolve();
      while (chat.conversations.draft("c") === "") await setImmediate();
      assert.deepEqual(
        ["c", "another"].map((id) => [chat.conversations.draft(id), chat.conversations.draftAttachments(id).length]),
        [
          ["Explain #lamp.ts", 1],
          ["", 0],
        ],
      );
      assert.deepEqual(
        ["c", "another"].map((id) => open(id).conversation.turns.length),
        [2, 2],
      );
    });
  });
});
