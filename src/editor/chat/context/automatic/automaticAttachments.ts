/** The attachments that the panel offers without being asked: the active file or its selection, and files of instructions. */
import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { isRefusedRequest } from "../../../../chat/acceptedFiles.ts";
import { visiblePath } from "../../../../chat/conversation.ts";
import type { ToPanel } from "../../../../chat/toPanel.ts";
import type { Attachment } from "../../../../chat/turn.ts";
import type { LoadedAttachment } from "../../../../conversations/drafts.ts";
import type { Session } from "../../../../conversations/session.ts";
import { log } from "../../../log.ts";
import { settings } from "../../../settings.ts";
import type { ChatServices } from "../../chatServices.ts";
import { attachEditor } from "./attachEditor.ts";
import { attachInstructions } from "./attachInstructions.ts";

export interface AutomaticAttachments extends vscode.Disposable {
  /** Called when the page is shown: begins to follow the editors. */
  start(): void;
  /** Called when the page is gone. */
  stop(): void;
  /** Called after a change of what decides whether something is offered. */
  update(): void;
  /** Reads the files of instructions again too. */
  updateInstructions(): void;
  /** Does not offer this file again in this conversation. */
  remove(id: string): void;
  /** What the page shows and the conversation does not contain yet, to be sent with the next message. */
  take(): Attachment[];
  /** The same, but only instructions, for a message that was not written in the panel. Reads them if necessary. */
  takeInstructions(): Promise<Attachment[]>;
}

interface Offer extends LoadedAttachment {
  /** Identifies the file, whatever is selected in it. */
  source: string;
}

export interface AutomaticOptions {
  chat: ChatServices;
  session(): Session;
  /** Whether the user has attached the same file or passage. */
  isAttached(name: string): boolean;
  post(message: ToPanel): void;
}

/** Milliseconds between two readings of the editor, which may change with every key. */
const readingDelay = 150;

export function createAutomaticAttachments({ chat, session, isAttached, post }: AutomaticOptions): AutomaticAttachments {
  let instructions: Promise<Offer[]> | undefined;
  let shown: Offer[] = [];
  /** Conversations and the sources that are not offered in them. */
  const removed = new Set<string>();
  let reading: NodeJS.Timeout | undefined;
  let readings = 0;
  let listeners: vscode.Disposable | undefined;

  const removal = ({ source }: Offer) => `${session().conversation.id} ${source}`;

  /** The same content keeps its id, so that a chip which the user has expanded stays as it is. */
  function withKnownId(offer: Offer): Offer {
    return shown.find((one) => one.attachment.name === offer.attachment.name && isSame(one.content, offer.content)) ?? offer;
  }

  function readInstructions(): Promise<Offer[]> {
    instructions ??= attachInstructions().then((files) =>
      files.map((file): Offer => ({ ...file, source: `instructions ${file.attachment.name}` })),
    );
    return instructions;
  }

  async function readEditor(): Promise<Offer[]> {
    const editor = settings.attachesActiveFile() ? chat.targetEditor.now() : undefined;
    const attached = editor && (await attachEditor(editor));
    if (editor === undefined || attached === undefined || isAttached(attached.attachment.name)) return [];
    return [{ ...attached, source: editor.document.uri.toString() }];
  }

  async function read(): Promise<void> {
    readings += 1;
    const mine = readings;
    const found = [...(await readInstructions()), ...(await readEditor())].filter(
      // A file of instructions may be the active file.
      (offer, index, all) => all.findIndex(({ attachment }) => attachment.name === offer.attachment.name) === index,
    );
    if (mine !== readings || listeners === undefined) return;
    show(found.filter((offer) => !removed.has(removal(offer))).map(withKnownId));
  }

  function show(offers: Offer[]): void {
    const kept = new Set(offers.map(({ attachment }) => attachment.id));
    for (const { attachment } of shown) if (!kept.has(attachment.id)) chat.forget(attachment.id);
    for (const { attachment, content } of offers) if (content !== undefined) chat.keepInMemory(attachment.id, content);
    shown = offers;
    const isSent = sentTest();
    post({ type: "automaticAttachments", offers: offers.map((offer) => ({ attachment: offer.attachment, isSent: isSent(offer) })) });
  }

  /** Whether the visible messages, which are sent again with the next one, or the queue contain the same text. */
  function sentTest(): (offer: Offer) => boolean {
    const { conversation } = session();
    const path = visiblePath(conversation);
    const sent = path.flatMap((turn, index) => (turn.role === "user" && !isRefusedRequest(path[index + 1]) ? turn.attachments : []));
    const all = [...sent, ...conversation.queue.flatMap(({ attachments }) => attachments)];
    return ({ attachment: { name, size }, content }) =>
      all.some(
        (one) =>
          one.name === name &&
          one.size === size &&
          isSame(chat.attachmentInMemory(one.id) ?? chat.conversations.attachment(one.id), content),
      );
  }

  function take(offers: readonly Offer[]): Attachment[] {
    const isSent = sentTest();
    update();
    return offers
      .filter((offer) => !removed.has(removal(offer)) && !isSent(offer))
      .map(({ attachment, content }) => {
        // What is shown may be forgotten before the message is stored.
        const taken = { ...attachment, id: randomUUID() };
        if (content !== undefined) chat.keepInMemory(taken.id, content);
        return taken;
      });
  }

  function update(): void {
    if (listeners === undefined) return;
    reading ??= setTimeout(() => {
      reading = undefined;
      read().catch((error: unknown) => log.error("chat", error));
    }, readingDelay);
  }

  function updateInstructions(): void {
    instructions = undefined;
    update();
  }

  function stop(): void {
    clearTimeout(reading);
    reading = undefined;
    listeners?.dispose();
    listeners = undefined;
    for (const { attachment } of shown) chat.forget(attachment.id);
    shown = [];
  }

  return {
    start() {
      stop();
      listeners = vscode.Disposable.from(
        vscode.window.onDidChangeActiveTextEditor(update),
        vscode.window.onDidChangeVisibleTextEditors(update),
        vscode.window.onDidChangeTextEditorSelection(update),
        vscode.workspace.onDidChangeTextDocument(update),
        vscode.workspace.onDidChangeConfiguration(updateInstructions),
        vscode.workspace.onDidGrantWorkspaceTrust(updateInstructions),
        vscode.workspace.onDidChangeWorkspaceFolders(updateInstructions),
        vscode.workspace.onDidSaveTextDocument(updateInstructions),
      );
      updateInstructions();
    },
    stop,
    update,
    updateInstructions,
    remove(id) {
      const offer = shown.find(({ attachment }) => attachment.id === id);
      if (offer === undefined) return;
      removed.add(removal(offer));
      show(shown.filter((one) => one !== offer));
    },
    take: () => take(shown),
    takeInstructions: async () => take(await readInstructions()),
    dispose: stop,
  };
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;
}
