/** Handles the calls of a page about answers and the queue: repeats, compares and reads them, and uses their code and links. */
import * as vscode from "vscode";
import { checkNamedPaths, openNamedFile } from "../../attachments/openNamedFile.ts";
import type { ChatHandlers } from "../../chatPage.ts";
import type { ChatServices } from "../../chatServices.ts";
import { actOnCode, type CodeAction } from "../../code/actOnCode.ts";
import { deleteMessage } from "../../conversations/deleteMessages.ts";
import type { Readings } from "../../speech/createReadings.ts";
import type { ShownConversation } from "../shownConversation.ts";
import { createSessionHandlers } from "./sessionHandlers.ts";

interface AnswerParts {
  chat: ChatServices;
  shown: ShownConversation;
  readings: Readings;
}

export function createAnswerHandlers({ chat, shown, readings }: AnswerParts) {
  const act = (action: CodeAction) =>
    actOnCode({ proposals: chat.studio.proposals, editor: chat.targetEditor.now() }, shown.session.conversation, action);
  return {
    ...createSessionHandlers(shown),
    deleteTurn: ({ turnId }) => deleteMessage(chat, shown.session, turnId),
    async saveAsPromptDocument({ turnId }) {
      const request = { interface: "v1", kind: "text", body: shown.session.requestOf(turnId) };
      await vscode.commands.executeCommand("generationStudio.prompt.saveAs", request);
    },
    async copy({ text }) {
      await vscode.env.clipboard.writeText(text);
    },
    insertCode: (code) => act({ type: "insertCode", ...code }),
    applyCode: (code) => act({ type: "applyCode", ...code }),
    runInTerminal: (code) => act({ type: "runInTerminal", ...code }),
    newFile: (code) => act({ type: "newFile", ...code }),
    openLink: ({ url }) => openLink(url),
    findFiles: async ({ paths }) => ({ files: await checkNamedPaths(paths) }),
    openFile: ({ reference }) => openNamedFile(reference, chat.targetEditor.now()?.viewColumn),
    speak: (sentence) => readings.speak(sentence),
    stopSpeaking: () => readings.stop(),
    chooseVoice: ({ turnId }) => readings.chooseVoice(turnId),
  } satisfies Partial<ChatHandlers>;
}

/** Links with other schemes, such as `command` or `file`, are never opened. VS Code asks before it opens an untrusted host. */
async function openLink(address: string): Promise<void> {
  const url = URL.parse(address);
  // Pass a string: a `vscode.Uri` would decode the address and open another page.
  if (url?.protocol === "http:" || url?.protocol === "https:") await vscode.commands.executeCommand("vscode.open", url.href);
  else if (url?.protocol === "mailto:") await vscode.env.openExternal(vscode.Uri.parse(url.href, true));
}
