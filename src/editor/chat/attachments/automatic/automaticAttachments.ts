/** The attachments that the panel offers without being asked: the active file or its selection, and files of instructions. */
import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { visiblePath } from "../../../../chat/conversation/conversation.ts";
import type { Attachment } from "../../../../chat/conversation/turn.ts";
import type { ChatPush } from "../../../../chat/messages/chatPush.ts";
import { isRefusedRequest } from "../../../../chat/request/refusedRequests.ts";
import type { LoadedAttachment } from "../../../../conversations/drafts.ts";
import type { Session } from "../../../../conversations/session.ts";
import { log } from "../../../base/log.ts";
import { settings } from "../../../base/settings.ts";
import type { ChatServices } from "../../chatServices.ts";
import { attachEditor } from "./attachEditor.ts";
import { attachInstructions } from "./attachInstructions.ts";

interface Offer extends LoadedAttachment {
  /** Identifies the file, whatever is selected in it. */
  source: string;
}

export interface AutomaticOptions {
  chat: ChatServices;
  session(): Session;
  /** Whether the user has attached the same file or passage. */
  isAttached(name: string): boolean;
  post(message: ChatPush): void;
}

/** Milliseconds between two readings of the editor, which may change with every key. */
const readingDelay = 150;

export class AutomaticAttachments implements vscode.Disposable {
  readonly #options: AutomaticOptions;
  #instructions: Promise<Offer[]> | undefined;
  #shown: Offer[] = [];
  /** Conversations and the sources that are not offered in them. */
  readonly #removed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #readings = 0;
  #listeners: vscode.Disposable | undefined;

  constructor(options: AutomaticOptions) {
    this.#options = options;
  }

  /** Called when the page is shown: begins to follow the editors. */
  start(): void {
    const update = () => this.update();
    const updateInstructions = () => this.updateInstructions();
    this.stop();
    this.#listeners = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(update),
      vscode.window.onDidChangeVisibleTextEditors(update),
      vscode.window.onDidChangeTextEditorSelection(update),
      vscode.workspace.onDidChangeTextDocument(update),
      vscode.workspace.onDidChangeConfiguration(updateInstructions),
      vscode.workspace.onDidGrantWorkspaceTrust(updateInstructions),
      vscode.workspace.onDidChangeWorkspaceFolders(updateInstructions),
      vscode.workspace.onDidSaveTextDocument(updateInstructions),
    );
    this.updateInstructions();
  }

  /** Does not offer this file again in this conversation. */
  remove(id: string): void {
    const offer = this.#shown.find(({ attachment }) => attachment.id === id);
    if (offer === undefined) return;
    this.#removed.add(this.#removal(offer));
    this.#show(this.#shown.filter((one) => one !== offer));
  }

  /** What the page shows and the conversation does not contain yet, to be sent with the next message. */
  take(): Attachment[] {
    return this.#take(this.#shown);
  }

  /** The same, but only instructions, for a message that was not written in the panel. Reads them if necessary. */
  async takeInstructions(): Promise<Attachment[]> {
    return this.#take(await this.#readInstructions());
  }

  dispose(): void {
    this.stop();
  }

  #removal({ source }: Offer): string {
    return `${this.#options.session().conversation.id} ${source}`;
  }

  /** The same content keeps its id, so that a chip which the user has expanded stays as it is. */
  #withKnownId(offer: Offer): Offer {
    return this.#shown.find((one) => one.attachment.name === offer.attachment.name && isSame(one.content, offer.content)) ?? offer;
  }

  #readInstructions(): Promise<Offer[]> {
    this.#instructions ??= attachInstructions().then((files) =>
      files.map((file): Offer => ({ ...file, source: `instructions ${file.attachment.name}` })),
    );
    return this.#instructions;
  }

  async #readEditor(): Promise<Offer[]> {
    const editor = settings.attachesActiveFile() ? this.#options.chat.targetEditor.now() : undefined;
    const attached = editor && (await attachEditor(editor));
    if (editor === undefined || attached === undefined || this.#options.isAttached(attached.attachment.name)) return [];
    return [{ ...attached, source: editor.document.uri.toString() }];
  }

  async #read(): Promise<void> {
    this.#readings += 1;
    const mine = this.#readings;
    const found = [...(await this.#readInstructions()), ...(await this.#readEditor())].filter(
      // A file of instructions may be the active file.
      (offer, index, all) => all.findIndex(({ attachment }) => attachment.name === offer.attachment.name) === index,
    );
    if (mine !== this.#readings || this.#listeners === undefined) return;
    this.#show(found.filter((offer) => !this.#removed.has(this.#removal(offer))).map((offer) => this.#withKnownId(offer)));
  }

  #show(offers: Offer[]): void {
    const kept = new Set(offers.map(({ attachment }) => attachment.id));
    for (const { attachment } of this.#shown) if (!kept.has(attachment.id)) this.#options.chat.held.forget(attachment.id);
    for (const { attachment, content } of offers) if (content !== undefined) this.#options.chat.held.keep(attachment.id, content);
    this.#shown = offers;
    const isSent = this.#sentTest();
    this.#options.post({
      type: "automaticAttachments",
      offers: offers.map((offer) => ({ attachment: offer.attachment, isSent: isSent(offer) })),
    });
  }

  /** Whether the visible messages, which are sent again with the next one, or the queue contain the same text. */
  #sentTest(): (offer: Offer) => boolean {
    const { conversation } = this.#options.session();
    const path = visiblePath(conversation);
    const sent = path.flatMap((turn, index) => (turn.role === "user" && !isRefusedRequest(path[index + 1]) ? turn.attachments : []));
    const all = [...sent, ...conversation.queue.flatMap(({ attachments }) => attachments)];
    return ({ attachment: { name, size }, content }) =>
      all.some((one) => one.name === name && one.size === size && isSame(this.#options.chat.held.content(one.id), content));
  }

  #take(offers: readonly Offer[]): Attachment[] {
    const isSent = this.#sentTest();
    this.update();
    return offers
      .filter((offer) => !this.#removed.has(this.#removal(offer)) && !isSent(offer))
      .map(({ attachment, content }) => {
        // What is shown may be forgotten before the message is stored.
        const taken = { ...attachment, id: randomUUID() };
        if (content !== undefined) this.#options.chat.held.keep(taken.id, content);
        return taken;
      });
  }

  /** Called after a change of what decides whether something is offered. */
  update(): void {
    if (this.#listeners === undefined) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#read().catch((error: unknown) => log.error("chat", error));
    }, readingDelay);
  }

  /** Reads the files of instructions again too. */
  updateInstructions(): void {
    this.#instructions = undefined;
    this.update();
  }

  /** Called when the page is gone. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#listeners?.dispose();
    this.#listeners = undefined;
    for (const { attachment } of this.#shown) this.#options.chat.held.forget(attachment.id);
    this.#shown = [];
  }
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;
}
