/** What the user of a panel asks for in; that done, out. */
import * as vscode from "vscode";
import type { ToHost } from "../../chat/toHost.ts";
import type { ToPanel } from "../../chat/toPanel.ts";
import { openAccountPage, openSetting } from "../openSetting.ts";
import { actOnSession } from "./actOnSession.ts";
import type { ChatRoom } from "./chatRoom.ts";
import type { DraftAttachments } from "./draftAttachments.ts";
import { mayDeleteConversation, mayDeleteTurn } from "./mayDelete.ts";
import { exportConversation, importConversation } from "./moveConversations.ts";
import { namePicture } from "./namePicture.ts";
import { openLink } from "./openLink.ts";
import { applyToFile, insertAtCursor, openAsNewFile } from "./placeCode.ts";
import { insertPicture, loadRemotePicture, savePicture } from "./placePicture.ts";
import { searchFiles } from "./searchFiles.ts";
import type { Session } from "./session.ts";

/** A panel, as far as its user's wishes reach. */
export interface PanelParts {
  room: ChatRoom;
  webview: vscode.Webview;
  attachments: DraftAttachments;
  /** The session that is shown now. */
  session(): Session;
  post(message: ToPanel): void;
  /** The document is drawn and listens. */
  start(): void;
  show(session: Session): void;
  startNew(): void;
  ask(text: string): Promise<void>;
  sendModels(refresh: boolean): Promise<void>;
  openInEditor(session: Session): void;
  onFocus(isFocused: boolean): void;
}

export function createPanelActions(parts: PanelParts): (message: ToHost) => Promise<void> {
  const { room, webview, attachments, post, show } = parts;
  const { studio } = room;
  /** What the list of conversations was searched for last. */
  let listQuery = "";
  let fileSearch: vscode.CancellationTokenSource | undefined;

  function sendList(query = listQuery): void {
    listQuery = query;
    post({ type: "conversations", query, conversations: room.conversations.search(query) });
  }

  function takeBack(queuedId: string): void {
    const session = parts.session();
    const prompt = session.removeQueued(queuedId);
    if (prompt === undefined) return;
    attachments.restore(prompt.attachments);
    const { id } = session.conversation;
    const text = [prompt.text, room.conversations.draft(id)].filter(Boolean).join("\n\n");
    room.conversations.saveDraft(id, text);
    post({ type: "draft", text });
  }

  async function deleteConversation(id: string): Promise<void> {
    if (!(await mayDeleteConversation(room.conversations.load(id)?.title ?? ""))) return;
    room.deleteConversation(id);
    sendList();
  }

  async function deleteTurn(message: Extract<ToHost, { type: "deleteTurn" }>): Promise<void> {
    const shown = parts.session();
    if (await mayDeleteTurn(shown.conversation, message.turnId)) actOnSession(shown, message);
  }

  /** A search that was overtaken by the next one is told to nobody. */
  async function findFiles(query: string): Promise<void> {
    fileSearch?.cancel();
    const search = new vscode.CancellationTokenSource();
    fileSearch = search;
    const files = await searchFiles(query, search.token);
    if (!search.token.isCancellationRequested) post({ type: "files", query, files });
    search.dispose();
  }

  return async function act(message: ToHost): Promise<void> {
    const session = parts.session();
    switch (message.type) {
      case "ready":
        return parts.start();
      case "focused":
      case "blurred":
        return parts.onFocus(message.type === "focused");
      case "send":
        return parts.ask(message.text);
      case "keepDraft":
        return room.conversations.saveDraft(message.conversationId, message.text);
      case "stop":
      case "regenerate":
      case "resend":
      case "chooseTurn":
      case "removeQueued":
      case "hastenQueued":
        return actOnSession(session, message);
      case "deleteTurn":
        return deleteTurn(message);
      case "newConversation":
        return parts.startNew();
      case "saveAsPromptDocument":
        await vscode.commands.executeCommand("generationStudio.prompt.saveAs", {
          interface: "v1",
          kind: "text",
          body: session.requestOf(message.turnId),
        });
        return;
      case "takeBackQueued":
        return takeBack(message.id);
      case "changeSettings": {
        const before = session.conversation.settings.model;
        session.setSettings(message.settings);
        const { model } = session.conversation.settings;
        if (model !== before) await studio.state.rememberChoices("text", { model, choices: {} });
        return;
      }
      case "refreshModels":
        return parts.sendModels(true);
      case "setFavourite":
        await studio.state.setFavourite(message.model, message.favourite);
        return parts.sendModels(false);
      case "savePreset":
        room.conversations.savePreset({ name: message.name, text: message.text });
        return post({ type: "presets", presets: room.conversations.presets() });
      case "deletePreset":
        room.conversations.removePreset(message.name);
        return post({ type: "presets", presets: room.conversations.presets() });
      case "searchConversations":
        return sendList(message.query);
      case "openConversation": {
        const wanted = room.session(message.id);
        return wanted && show(wanted);
      }
      case "renameConversation":
        room.session(message.id)?.rename(message.title);
        return sendList();
      case "deleteConversation":
        return deleteConversation(message.id);
      case "exportConversation":
        return exportConversation(room, message.id, message.format);
      case "importConversation": {
        const imported = await importConversation(room);
        return imported && show(imported);
      }
      case "openInEditor":
        return parts.openInEditor(session);
      case "searchFiles":
        return findFiles(message.query);
      case "attach":
        return attachments.attach(message.what);
      case "attachPath":
        return attachments.attachPath(message.path);
      case "attachUrl":
        return attachments.attachUrl(message.url);
      case "attachData":
        return attachments.attachData(message.name, message.data);
      case "shrinkPictures":
        return attachments.shrinkPictures();
      case "replaceAttachment":
        return attachments.replace(message.id, message.data);
      case "removeAttachment":
        return attachments.remove(message.id);
      case "copy":
        return vscode.env.clipboard.writeText(message.text);
      case "insertCode":
        return insertAtCursor(room.targetEditor.now(), message.code);
      case "applyCode":
        return applyToFile(room.targetEditor.now(), message.code);
      case "newFile":
        return openAsNewFile(message.code, message.language);
      case "openLink":
        return openLink(message.url);
      case "loadImage":
        return post(await loadRemotePicture(room, webview, message.url));
      case "saveImage":
        return savePicture(room, session.conversation, message.file);
      case "insertImage":
        return insertPicture(room, session.conversation, message.file);
      case "useImage":
        return attachments.attachPicture(message.file, namePicture(session.conversation, message.file).fileName);
      case "setKey":
        await vscode.commands.executeCommand("generationStudio.setApiKey");
        return;
      case "openAccountPage":
        await openAccountPage();
        return;
      case "openSettings":
        await openSetting("baseUrl");
        return;
      default:
        message satisfies never;
    }
  };
}
