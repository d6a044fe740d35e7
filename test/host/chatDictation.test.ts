/** Dictation of a message with VS Code's own speech, which an extension provides. */
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import type { ChatPush } from "../../src/chat/messages/chatPush.ts";
import { hasSpeechExtension } from "../../src/editor/chat/speech/createDictation.ts";
import { openTestPanel, type TestPanel } from "./testPanel.ts";

const recognizing = 2;
const recognized = 3;

describe("dictation in the chat", function () {
  this.timeout(90_000);
  let opened: TestPanel;

  before(async () => {
    await vscode.extensions.getExtension("generation-studio-tests.speech-test")?.activate();
    // On the desktop, VS Code would use its own recognition, which listens to the microphone.
    await vscode.workspace.getConfiguration("dictation").update("enabled", false, vscode.ConfigurationTarget.Global);
  });
  after(async () => {
    await vscode.workspace.getConfiguration("dictation").update("enabled", undefined, vscode.ConfigurationTarget.Global);
  });
  beforeEach(async () => {
    opened = await openTestPanel();
  });
  afterEach(() => opened.close());

  async function until<Found>(what: string, find: () => Found | undefined | false | Promise<Found | undefined | false>): Promise<Found> {
    for (let tries = 0; tries < 1500; tries += 1) {
      const found = await find();
      if (found !== undefined && found !== false) return found;
      await setTimeout(20);
    }
    throw new Error(`Waited in vain for ${what}.`);
  }
  const isState = (state: string) =>
    until(`the microphone being ${state}`, () => opened.posted.findLast((push) => push.type === "dictation")?.state === state);
  const drafts = () => opened.posted.flatMap((push: ChatPush) => (push.type === "draft" ? [push.text] : []));
  const sessions = () => vscode.commands.executeCommand<string[]>("speechTest.sessions");
  const say = (status: number, text: string) => vscode.commands.executeCommand("speechTest.say", status, text);
  const isShown = (document: vscode.TextDocument) =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === document.uri.toString());

  /** Begins a dictation behind `before`, and says something. */
  async function dictate(before: string, said: string): Promise<vscode.TextDocument> {
    await isState("ready");
    const begun = (await sessions()).length;
    const others = new Set(vscode.workspace.textDocuments);
    void opened.page.send({ type: "dictate", before });
    await isState("running");
    await until("the recognition", async () => (await sessions()).length > begun);
    const document = await until("the document", () => {
      const shown = vscode.window.activeTextEditor?.document;
      return shown?.uri.scheme === "untitled" && !others.has(shown) && shown;
    });
    await say(recognizing, said.slice(0, 3));
    await say(recognized, said);
    await until("the text in the document", () => document.getText() === `${said} `);
    return document;
  }

  it("ends when the user goes back to the chat, and writes where the cursor was", async () => {
    await opened.page.send({ type: "keepDraft", conversationId: "c", text: "Tell  about it." });
    const document = await dictate("Tell ", "your friends");
    // VS Code may report the focus of before only now.
    await opened.page.send({ type: "focused" });
    await say(recognized, "and me");
    await opened.page.send({ type: "blurred" });
    await isState("running");
    await opened.page.send({ type: "focused" });
    await isState("ready");
    assert.deepEqual(drafts(), ["Tell your friends and me about it."]);
    assert.equal(opened.chat.conversations.draft("c"), "Tell your friends and me about it.");
    assert.equal(isShown(document), false);
    assert.equal((await sessions()).at(-1), "over");
  });

  it("ends with the same button, and when its document is discarded", async () => {
    await dictate("", "One");
    void opened.page.send({ type: "dictate", before: "" });
    await isState("ready");
    assert.deepEqual(drafts(), ["One"]);
    const document = await dictate("One", "two");
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await isState("ready");
    assert.deepEqual(drafts(), ["One"]);
    assert.equal(isShown(document), false);
    assert.deepEqual([...new Set(await sessions())], ["over"]);
  });

  it("puts the text in the conversation that it was begun in", async () => {
    await dictate("", "Only here");
    await opened.page.send({ type: "openConversation", id: "another" });
    void opened.page.send({ type: "dictate", before: "" });
    await isState("ready");
    assert.deepEqual(drafts(), []);
    assert.equal(opened.chat.conversations.draft("c"), "Only here");
    assert.equal(opened.chat.conversations.draft("another"), "");
  });

  it("keeps the text if the panel is closed meanwhile", async () => {
    await dictate("", "Not lost");
    opened.closePanel();
    await until("the draft", () => opened.chat.conversations.draft("c") === "Not lost");
  });

  it("begins for another panel when the one before has ended", async () => {
    const { dictation } = opened.chat;
    const [one, other] = [{}, {}];
    const taken: string[] = [];
    const begin = async (panel: object, name: string) => {
      const begun = (await sessions()).length;
      const end = dictation.toggle(panel, vscode.ViewColumn.Active, (text) => taken.push(`${name}: ${text}`));
      await until("the recognition", async () => (await sessions()).length > begun);
      await say(recognized, name);
      await until("the text", () => vscode.window.activeTextEditor?.document.getText() === `${name} `);
      return { end };
    };
    const first = await begin(one, "One");
    const second = await begin(other, "Two");
    assert.deepEqual(taken, ["One: One"]);
    await dictation.toggle(other, vscode.ViewColumn.Active, () => undefined);
    await Promise.all([first.end, second.end]);
    assert.deepEqual(taken, ["One: One", "Two: Two"]);
    assert.deepEqual([...new Set(await sessions())], ["over"]);
  });

  it("is offered where an extension gives VS Code speech", () => {
    const others = vscode.extensions.all.filter(({ packageJSON }) => packageJSON.name !== "speech-test");
    assert.equal(hasSpeechExtension(vscode.extensions.all), true);
    assert.ok(others.length > 0);
    assert.equal(hasSpeechExtension(others), false);
  });
});
