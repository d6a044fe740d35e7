/** Handles a panel's messages about answers and the queue: repeats, compares and reads them, and uses their code and links. */
import * as vscode from "vscode";
import { checkNamedPaths, openNamedFile } from "../../attachments/openNamedFile.ts";
import type { ChatServices } from "../../chatServices.ts";
import { actOnCode, type CodeMessage } from "../../code/actOnCode.ts";
import { deleteMessage } from "../../conversations/deleteMessages.ts";
import type { Readings } from "../../speech/createReadings.ts";
import { actOnSession, type SessionMessage } from "../actOnSession.ts";
import type { PanelPage } from "../panelPage.ts";
import type { ShownConversation } from "../shownConversation.ts";
import type { MessageHandlers } from "./messageHandlers.ts";

interface AnswerParts {
  chat: ChatServices;
  page: PanelPage;
  shown: ShownConversation;
  readings: Readings;
}

export function createAnswerHandlers({ chat, page, shown, readings }: AnswerParts) {
  const inSession = (message: SessionMessage) => actOnSession(shown.session, message);
  const withCode = (message: CodeMessage) =>
    actOnCode({ proposals: chat.studio.proposals, editor: chat.targetEditor.now() }, shown.session.conversation, message);
  return {
    stop: inSession,
    regenerate: inSession,
    compare: inSession,
    keepAnswer: inSession,
    fetchAnswer: inSession,
    continueAnswer: inSession,
    chooseTurn: inSession,
    removeQueued: inSession,
    resumeQueue: inSession,
    moveQueuedUp: inSession,
    deleteTurn: ({ turnId }) => deleteMessage(chat, shown.session, turnId),
    saveAsPromptDocument: ({ turnId }) =>
      vscode.commands.executeCommand("generationStudio.prompt.saveAs", {
        interface: "v1",
        kind: "text",
        body: shown.session.requestOf(turnId),
      }),
    copy: ({ text }) => vscode.env.clipboard.writeText(text),
    insertCode: withCode,
    applyCode: withCode,
    runInTerminal: withCode,
    newFile: withCode,
    openLink: ({ url }) => openLink(url),
    findFiles: async ({ paths }) => page.post({ type: "filesFound", files: await checkNamedPaths(paths) }),
    openFile: ({ reference }) => openNamedFile(reference, chat.targetEditor.now()?.viewColumn),
    speak: (message) => readings.speak(message),
    stopSpeaking: () => readings.stop(),
    chooseVoice: ({ turnId }) => readings.chooseVoice(turnId),
  } satisfies Partial<MessageHandlers>;
}

/** Links with other schemes, such as `command` or `file`, are never opened. VS Code asks before it opens an untrusted host. */
async function openLink(address: string): Promise<void> {
  const url = URL.parse(address);
  // Pass a string: a `vscode.Uri` would decode the address and open another page.
  if (url?.protocol === "http:" || url?.protocol === "https:") await vscode.commands.executeCommand("vscode.open", url.href);
  else if (url?.protocol === "mailto:") await vscode.env.openExternal(vscode.Uri.parse(url.href, true));
}
