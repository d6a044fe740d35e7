/** The studio in; the chat's view, editor tabs and commands, registered, out. Nothing else is loaded before the first of them is used. */
import * as vscode from "vscode";
import { readModel } from "../models/readModel.ts";
import { report } from "../report.ts";
import type { Studio } from "../studio.ts";
import type { ChatHall, WhichPanel } from "./chatHall.ts";

export const chatView = "generationStudio.chat";
export const chatEditor = "generationStudio.chatEditor";

/** A tab's title hands its resource to the command; keys and the palette hand nothing. */
function panelOf(clicked: unknown): WhichPanel {
  return clicked instanceof vscode.Uri ? "tab" : "used";
}

export function registerChat(studio: Studio): vscode.Disposable {
  let opening: Promise<ChatHall> | undefined;
  const hall = () => {
    opening ??= import("./chatHall.ts")
      .then(({ openChatHall }) => openChatHall(studio))
      .catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
    return opening;
  };
  const command = (name: string, run: (hall: ChatHall, ...values: unknown[]) => unknown) =>
    vscode.commands.registerCommand(`generationStudio.${name}`, async (...values: unknown[]) => {
      try {
        await run(await hall(), ...values);
      } catch (error) {
        await report(error);
      }
    });
  return vscode.Disposable.from(
    vscode.window.registerWebviewViewProvider(chatView, {
      resolveWebviewView: async (view, { state }) => (await hall()).fillView(view, state),
    }),
    vscode.window.registerWebviewPanelSerializer(chatEditor, {
      deserializeWebviewPanel: async (panel, state: unknown) => (await hall()).restoreEditor(panel, state),
    }),
    command("ask", (it, prompt) => it.ask(prompt)),
    command("useModelInChat", (it, clicked) => {
      const model = readModel(clicked);
      return model === undefined ? undefined : it.chooseModel(model);
    }),
    command("newConversation", (it, clicked) => it.newConversation(panelOf(clicked))),
    command("newConversationInView", (it) => it.newConversation("view")),
    command("showConversations", (it, clicked) => it.post(panelOf(clicked), { type: "showConversations" })),
    command("showConversationsInView", (it) => it.post("view", { type: "showConversations" })),
    command("findInConversation", (it, clicked) => it.post(panelOf(clicked), { type: "find" })),
    command("findInView", (it) => it.post("view", { type: "find" })),
    command("openChatInEditor", (it) => it.openInEditor("used")),
    command("openViewInEditor", (it) => it.openInEditor("view")),
    command("focusLastMessage", (it) => it.post("used", { type: "focusLastMessage" })),
    command("focusChatInput", (it) => it.post("used", { type: "focusInput" })),
    command("stopAnswer", (it) => it.stop()),
    { dispose: () => void opening?.then((it) => it.dispose()) },
  );
}
