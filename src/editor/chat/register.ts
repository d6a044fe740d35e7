/** Registers the chat's view, editor tabs and commands; everything else loads on first use. */
import * as vscode from "vscode";
import { report } from "../base/report.ts";
import { requireTrust } from "../base/requireTrust.ts";
import { registerCommands } from "../commands/registerCommands.ts";
import { readModel } from "../service/readModel.ts";
import type { Studio } from "../service/studio.ts";
import type { chatCommands } from "./commands.ts";
import type { ChatPanels, WhichPanel } from "./panel/chatPanels.ts";
import { chatEditor, chatView } from "./panel/viewIds.ts";

/** A tab's title passes its resource, and a key binding passes `focused`; the view's title and the palette pass nothing. */
function panelOf(given: unknown): WhichPanel {
  if (given instanceof vscode.Uri) return "tab";
  return given === "focused" ? "used" : "shown";
}

export function registerChat(studio: Studio): vscode.Disposable {
  let opening: Promise<ChatPanels> | undefined;
  const panels = () => {
    opening ??= import("./panel/chatPanels.ts")
      .then(({ openChatPanels }) => openChatPanels(studio))
      .catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
    return opening;
  };
  const withPanels =
    (run: (panels: ChatPanels, given: unknown, others: unknown) => unknown) =>
    async (given: unknown, others: unknown): Promise<void> => {
      try {
        await run(await panels(), given, others);
      } catch (error) {
        await report(error);
      }
    };
  return vscode.Disposable.from(
    vscode.window.registerWebviewViewProvider(chatView, {
      resolveWebviewView: async (view, { state }) => (await panels()).fillView(view, state),
    }),
    vscode.window.registerWebviewPanelSerializer(chatEditor, {
      deserializeWebviewPanel: async (panel, state: unknown) => (await panels()).restoreEditor(panel, state),
    }),
    registerCommands<typeof chatCommands>({
      ask: withPanels((it, prompt) => it.ask(prompt)),
      attachToChat: withPanels(async (it, clicked, others) => {
        const { findNamedFiles } = await import("../artifacts/namedResults.ts");
        requireTrust();
        return it.attach(await findNamedFiles(await studio.tasks(), clicked, others));
      }),
      useModelInChat: withPanels((it, clicked) => {
        const model = readModel(clicked);
        return model === undefined ? undefined : it.chooseModel(model);
      }),
      newConversation: withPanels((it, clicked) => it.newConversation(panelOf(clicked))),
      showConversations: withPanels((it, clicked) => it.push(panelOf(clicked), { type: "showConversations" })),
      findInConversation: withPanels((it, clicked) => it.push(panelOf(clicked), { type: "find" })),
      dictate: withPanels((it, clicked) => it.dictate(panelOf(clicked))),
      openChatInEditor: withPanels((it) => it.openInEditor()),
      focusLastMessage: withPanels((it) => it.push("used", { type: "focusLastMessage" })),
      focusChatInput: withPanels((it) => it.push("used", { type: "focusInput" })),
      copySelectedText: withPanels((it) => it.push("used", { type: "copyClicked", what: "selection" })),
      copyAsMarkdown: withPanels((it) => it.push("used", { type: "copyClicked", what: "markdown" })),
      copyCode: withPanels((it) => it.push("used", { type: "copyClicked", what: "code" })),
      copyImage: withPanels((it) => it.push("used", { type: "copyClicked", what: "image" })),
      stopAnswer: withPanels((it) => it.stop()),
    }),
    { dispose: () => void opening?.then((it) => it.dispose()) },
  );
}
