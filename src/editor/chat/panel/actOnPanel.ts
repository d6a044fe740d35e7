/** Performs what the user of a panel asks for. */
import * as vscode from "vscode";
import type { ToHost } from "../../../chat/toHost.ts";
import { completeStep } from "../../completeStep.ts";
import { openAccountPage, openSetting } from "../../openSetting.ts";
import { findNamedFiles, openNamedFile } from "../attachments/openNamedFile.ts";
import { readShownAttachment } from "../attachments/readShownAttachment.ts";
import { actOnCode } from "../code/actOnCode.ts";
import { createContextSearches } from "../context/createContextSearches.ts";
import { deleteConversation, deleteMessage } from "../conversations/deleteMessages.ts";
import { exportConversation, importConversation } from "../conversations/moveConversations.ts";
import { insertImage, loadRemoteImage, offerUncopiedImage, prepareVariants, saveImage } from "../media/imageActions.ts";
import { nameImage } from "../media/nameImage.ts";
import { createTurnTasks, startsTask } from "../media/turnTasks.ts";
import { openLink } from "../openLink.ts";
import type { PanelParts } from "../panelParts.ts";
import { createReadings } from "../speech/createReadings.ts";
import { actOnSession } from "./actOnSession.ts";
import { createPromptFormActions } from "./promptFormActions.ts";

export interface PanelActions {
  act(message: ToHost): Promise<void>;
  /** Sends the list of conversations again, if it is shown. */
  updateList(): void;
  /** Called when the panel's page loads again, with the conversation and not the list. */
  closeList(): void;
  /** Called when the page is gone, so that nothing can be heard. */
  stopReading(): void;
}

export function createPanelActions(parts: PanelParts): PanelActions {
  const { chat, webview, attachments, post, show } = parts;
  const { studio } = chat;
  const readings = createReadings(chat, post);
  const searches = createContextSearches(post);
  const tasks = createTurnTasks(parts);
  const forms = createPromptFormActions(parts);
  /** The last query for the list of conversations; undefined: the list is not shown. */
  let listQuery: string | undefined;

  function sendList(query = listQuery ?? ""): void {
    listQuery = query;
    post({ type: "conversations", query, conversations: chat.conversations.search(query) });
  }

  function updateList(): void {
    if (listQuery !== undefined) sendList();
  }

  function closeList(): void {
    listQuery = undefined;
  }

  async function editQueued(queuedId: string): Promise<void> {
    const session = parts.session();
    const prompt = await session.removeQueued(queuedId);
    if (prompt === undefined) return;
    attachments.restore(prompt.attachments);
    await parts.returnToDraft(session, prompt.text);
  }

  async function act(message: ToHost): Promise<void> {
    const session = parts.session();
    switch (message.type) {
      case "ready":
        return parts.start();
      case "focused":
      case "blurred":
        return parts.onFocus(message.type === "focused");
      case "send":
        if (startsTask(message.text)) return tasks.start(session, message.text);
        completeStep("chat");
        return parts.ask(message.text);
      case "listPrompts":
        return forms.list();
      case "choosePrompt":
        return forms.choose(session, message.id);
      case "sendPrompt":
        completeStep("chat");
        return forms.send(session, message.form, message.text);
      case "openPrompt":
        return forms.open(message.id);
      case "keepDraft":
        return chat.conversations.saveDraft(message.conversationId, message.text);
      case "resend":
        if (!startsTask(message.text)) return actOnSession(session, message);
        return tasks.start(session, message.text, message.turnId);
      case "watchTask":
        return (await parts.mediaTasks()).watch(message.key);
      case "actOnTask":
        return tasks.act(session, message.turnId, message.action);
      case "stop":
      case "regenerate":
      case "compare":
      case "keepAnswer":
      case "fetchAnswer":
      case "continueAnswer":
      case "chooseTurn":
      case "removeQueued":
      case "resumeQueue":
      case "moveQueuedUp":
        return actOnSession(session, message);
      case "deleteTurn":
        return deleteMessage(chat, session, message.turnId);
      case "newConversation":
        return parts.startNew();
      case "saveAsPromptDocument":
        await vscode.commands.executeCommand("generationStudio.prompt.saveAs", {
          interface: "v1",
          kind: "text",
          body: session.requestOf(message.turnId),
        });
        return;
      case "editQueued":
        return editQueued(message.id);
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
        await chat.conversations.savePreset({ name: message.name, text: message.text });
        return post({ type: "presets", presets: chat.conversations.presets() });
      case "deletePreset":
        await chat.conversations.removePreset(message.name);
        return post({ type: "presets", presets: chat.conversations.presets() });
      case "searchConversations":
        parts.setShown(false);
        return sendList(message.query);
      case "closeConversations":
        parts.setShown(true);
        return closeList();
      case "pinConversation":
        await chat.conversations.setPinned(message.id, message.pinned);
        return sendList();
      case "openConversation": {
        const wanted = chat.session(message.id);
        return wanted && show(wanted);
      }
      case "renameConversation":
        await chat.session(message.id)?.rename(message.title);
        return sendList();
      case "deleteConversation":
        if (await deleteConversation(chat, message.id)) sendList();
        return;
      case "exportConversation":
        return exportConversation(chat, message.id, message.format);
      case "importConversation": {
        const imported = await importConversation(chat);
        return imported && show(imported);
      }
      case "openInEditor":
        return parts.openInEditor(session);
      case "searchFiles":
        return searches.findFiles(message.query);
      case "searchSymbols":
        return searches.findSymbols(message.query);
      case "attachSymbol": {
        const symbol = searches.symbol(message.id);
        return symbol && attachments.attachSymbol(symbol);
      }
      case "attach":
        return attachments.attach(message.what);
      case "attachPath":
        return attachments.attachPath(message.path);
      case "attachUrl":
        return attachments.attachUrl(message.url);
      case "attachData":
        return attachments.attachData(message.name, message.data);
      case "shrinkImages":
        return attachments.shrinkImages();
      case "replaceAttachment":
        return attachments.replace(message.id, message.data);
      case "readAttachment": {
        const content = readShownAttachment(chat, session.conversation, message.id);
        return content && post({ type: "attachmentContent", id: message.id, data: Buffer.from(content).toString("base64") });
      }
      case "removeAttachment":
        return attachments.remove(message.id);
      case "removeAutomaticAttachment":
        return parts.automatic.remove(message.id);
      case "copy":
        return vscode.env.clipboard.writeText(message.text);
      case "insertCode":
      case "applyCode":
      case "runInTerminal":
      case "newFile":
        return actOnCode({ proposals: studio.proposals, editor: chat.targetEditor.now() }, session.conversation, message);
      case "openLink":
        return openLink(message.url);
      case "findFiles":
        return post({ type: "filesFound", files: await findNamedFiles(message.paths) });
      case "openFile":
        return openNamedFile(message.reference, chat.targetEditor.now()?.viewColumn);
      case "loadImage":
        return post(await loadRemoteImage(chat, webview, message.url));
      case "saveImage":
        return saveImage(chat, session.conversation, message.file);
      case "insertImage":
        return insertImage(chat, session.conversation, message.file);
      case "useImage":
        return attachments.attachImage(message.file, nameImage(session.conversation, message.file).fileName);
      case "editImage": {
        const image = chat.images.pathOf(message.file);
        if (image !== undefined) await vscode.commands.executeCommand("generationStudio.editImage", vscode.Uri.file(image));
        return;
      }
      case "makeVariants":
        return post({ type: "draft", text: await prepareVariants(chat, session, attachments, message.file) });
      case "imageNotCopied":
        return offerUncopiedImage(chat, session.conversation, message.file);
      case "speak":
        return readings.speak(message);
      case "stopSpeaking":
        return readings.stop();
      case "chooseVoice":
        return readings.chooseVoice(message.turnId);
      case "setKey":
        await vscode.commands.executeCommand("generationStudio.setApiKey");
        return;
      case "addProvider":
        await vscode.commands.executeCommand("generationStudio.addProvider");
        return;
      case "addEngine":
        await vscode.commands.executeCommand("generationStudio.addProvider", { engine: message.name });
        return;
      case "dismissEngine":
        return studio.state.dismissEngine(message.name);
      case "openAccountPage":
        await openAccountPage();
        return;
      case "openSettings":
        await openSetting("baseUrl");
        return;
      default:
        message satisfies never;
    }
  }

  return { act, updateList, closeList, stopReading: readings.stop };
}
