/** A chat panel without a service, whose page is a list of what it got. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { chatProtocol } from "../../src/chat/messages/chatProtocol.ts";
import type { ChatPush } from "../../src/chat/messages/chatPush.ts";
import type { ProviderState } from "../../src/contract/processMessages.ts";
import { openConversationStore } from "../../src/conversations/conversationStore.ts";
import type { ChatServices } from "../../src/editor/chat/chatServices.ts";
import type { ChatSource } from "../../src/editor/chat/chatSource.ts";
import { openChatServices } from "../../src/editor/chat/openChatServices.ts";
import { ChatPanel } from "../../src/editor/chat/panel/panel.ts";
import { answer, conversation, prompt } from "../unit/chat/turns.ts";
import { type CalledHost, callHost } from "./callHost.ts";

const never = new vscode.EventEmitter<never>().event;
const nothing = () => [];
const states: ProviderState[] = [
  { type: "failed", name: "down", kind: "unreachable", reason: "down does not answer." },
  { type: "unknown", name: "late" },
  { type: "reachable", name: "up" },
];
const listed = async () => [{ id: "up/listed" }];

export interface TestPanel {
  chat: ChatServices;
  panel: ChatPanel;
  page: CalledHost<typeof chatProtocol>;
  /** What the host has pushed to the page. */
  posted: ChatPush[];
  /** The engines that run on this machine. */
  engines: { name: string; label: string; models: number }[];
  /** Closes the panel, as the user does with its tab. */
  closePanel(): void;
  close(): Promise<void>;
}

/** Shows the conversation `c`, which has a prompt and an answer; `another` is stored too. */
export async function openTestPanel(): Promise<TestPanel> {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-panel-"));
  const globalStorageUri = vscode.Uri.file(folder);
  const stored = await openConversationStore(folder);
  await stored.saveAll(conversation([prompt("p"), answer("a", "p")]));
  await stored.saveAll(conversation([prompt("p3"), answer("a3", "p3")], { id: "another" }));
  await stored.close();
  const engines: TestPanel["engines"] = [];
  const source = {
    context: { globalStorageUri, extensionUri: globalStorageUri },
    client: () => Promise.reject(new Error("There is no service.")),
    isDemo: () => false,
    models: { refresh: listed, list: listed, find: () => undefined, ability: () => ({ can: "yes", because: "" }), onDidChange: never },
    state: { favourites: nothing, hiddenModels: nothing, recentModels: nothing, lastChoices: nothing, onDidChange: never },
    providers: { engines: async () => engines, states: async () => states },
    connection: async () => ({ isBuiltIn: true, baseUrl: "http://127.0.0.1" }),
    onDidChangeConnection: never,
  };
  const chat = await openChatServices(source as unknown as ChatSource);
  const posted: ChatPush[] = [];
  const page = callHost(chatProtocol);
  page.onDidPush((push) => posted.push(push));
  const webview: vscode.Webview = {
    html: "",
    options: {},
    cspSource: "",
    asWebviewUri: (uri) => uri,
    onDidReceiveMessage: page.onDidSend,
    postMessage: page.receive,
  };
  let isOpen = true;
  const view: vscode.WebviewView = {
    webview,
    viewType: "generationStudio.chat",
    visible: true,
    // As VS Code does.
    show: () => assert.ok(isOpen, "Webview is disposed"),
    onDidChangeVisibility: never,
    onDidDispose: never,
  };
  const session = chat.session("c");
  assert.ok(session);
  const panel = new ChatPanel({ chat, panel: view, session, openInEditor: () => {}, onFocus: () => {} });
  page.send({ type: "ready" });
  return {
    chat,
    panel,
    page,
    posted,
    engines,
    closePanel() {
      isOpen = false;
      panel.dispose();
    },
    async close() {
      panel.dispose();
      chat.dispose();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
