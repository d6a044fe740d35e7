/** The attachments of the prompt that the user is writing: their chips and limits. */

import * as vscode from "vscode";
import type { Attachment } from "../../../chat/conversation/turn.ts";
import type { AttachedKind } from "../../../chat/messages/chatProtocol.ts";
import type { ChatPush } from "../../../chat/messages/chatPush.ts";
import { exceededLimit, isFileAttachment, isShrinkable, toMegabytes, totalBytes } from "../../../chat/request/attachmentLimits.ts";
import { errorText } from "../../../contract/errorText.ts";
import { formatOfMediaType, withoutEnding } from "../../../contract/fileFormats.ts";
import { limits } from "../../../contract/limits.ts";
import type { LoadedAttachment } from "../../../conversations/drafts.ts";
import { attachBytes, isConvertible } from "../../../conversations/recognizeAttachment.ts";
import { uriExists } from "../../base/existence.ts";
import { windowUri } from "../../base/windowUri.ts";
import type { ChatServices } from "../chatServices.ts";
import { attachFile, attachUrl } from "../context/readAttachment.ts";
import { readContext } from "../context/readContext.ts";
import { attachSymbol, chooseSymbol } from "../context/symbols.ts";
import { mentionsWorkspace } from "../context/workspaceSearch/searchTerms.ts";

const { t } = vscode.l10n;

function overLimits(attachments: readonly Attachment[]): string | undefined {
  switch (exceededLimit(attachments)) {
    case "files":
      return t("{0} files: the service accepts at most {1}.", attachments.filter(isFileAttachment).length, limits.filesPerRequest);
    case "bytes":
      return t("{0} MB: the service accepts at most 10 MB in total.", toMegabytes(totalBytes(attachments)));
    case undefined:
      return undefined;
  }
}

/** Resolves a path from the panel: a dropped file URI, or a path in a workspace folder. */
async function findFile(path: string): Promise<vscode.Uri | undefined> {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path)) return windowUri(path);
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const inFolder = path.startsWith(`${folder.name}/`) ? path.slice(folder.name.length + 1) : path;
    for (const candidate of [path, inFolder]) {
      const uri = vscode.Uri.joinPath(folder.uri, candidate);
      if (await uriExists(uri)) return uri;
    }
  }
  return undefined;
}

/** Milliseconds. */
const longestConversion = 10_000;

/** A converted image gets the ending of its new format. */
function nameOf({ kind, name }: Attachment, mediaType: string): string {
  return kind === "image" ? name : `${withoutEnding(name)}.${formatOfMediaType(mediaType)?.ending ?? "png"}`;
}

export class DraftAttachments {
  readonly #chat: ChatServices;
  readonly #post: (message: ChatPush) => void;
  #attachments: Attachment[] = [];
  #conversationId = "";
  /** Resolves when all files that were to be read until now are added. */
  #lastRead: Promise<void> = Promise.resolve();

  /** Ends the wait for the conversion of an image, by its id. */
  readonly #converting = new Map<string, () => void>();

  constructor(chat: ChatServices, post: (message: ChatPush) => void) {
    this.#chat = chat;
    this.#post = post;
  }

  attachSymbol(symbol: vscode.SymbolInformation): Promise<void> {
    return this.#addRead(async () => [await attachSymbol(symbol)]);
  }

  async attach(what: AttachedKind): Promise<void> {
    if (what === "picker" || what === "folder") {
      const isFolder = what === "folder";
      const options = { canSelectMany: true, canSelectFolders: isFolder, canSelectFiles: !isFolder, title: t("Attach") };
      await this.#addFiles((await vscode.window.showOpenDialog(options)) ?? []);
      return;
    }
    if (what === "symbol") {
      const symbol = await chooseSymbol();
      if (symbol !== undefined) await this.attachSymbol(symbol);
      return;
    }
    await this.#addRead(() => readContext(what, this.#chat.targetEditor.now()));
  }

  /** The current attachments. Returns undefined, and reports it to the user, if they and `more` exceed the limits. */
  current(more: readonly Attachment[] = []): Attachment[] | undefined {
    const error = overLimits([...this.#attachments, ...more]);
    if (error === undefined) return this.#attachments;
    this.#postAttachments(error);
    return undefined;
  }

  /** A path in the workspace, or a file URI. */
  attachPath(path: string): Promise<void> {
    return this.#addRead(async () => {
      const uri = await findFile(path);
      if (uri === undefined) throw new Error(t("{0} is not in the workspace.", path));
      return [await attachFile(uri)];
    });
  }
  attachUrl(url: string): void {
    try {
      this.#add(attachUrl(url));
    } catch (error) {
      this.#postAttachments(errorText(error));
    }
  }

  attachData(name: string, base64: string): void {
    this.#add(attachBytes(name, Buffer.from(base64, "base64")));
  }
  /** A stored image of an answer, with a name for the user. */
  attachImage(file: string, name: string): Promise<void> {
    return this.#addRead(async () => {
      const content = await this.#chat.images.read(file);
      return content === undefined ? [] : [attachBytes(name, content)];
    });
  }
  /** Asks the panel to scale the images down until all attachments are within the limits. */
  shrinkImages(): void {
    const images = this.#attachments.filter(isShrinkable);
    const left = limits.fileBytesPerRequest - totalBytes(this.#attachments.filter((attachment) => !isShrinkable(attachment)));
    const share = Math.max(0, left) / totalBytes(images);
    for (const { id, mediaType, size } of images) {
      const content = this.#chat.held.get(id);
      if (content !== undefined)
        this.#post({
          type: "shrinkImage",
          id,
          mediaType,
          data: Buffer.from(content).toString("base64"),
          bytes: Math.floor(size * share * 0.98),
        });
    }
  }

  /** Replaces an attachment's content with a smaller version. */
  replace(id: string, base64: string): void {
    const content = Buffer.from(base64, "base64");
    const smaller = attachBytes("", content).attachment;
    this.#attachments = this.#attachments.map((attachment) =>
      attachment.id === id && smaller.kind === "image"
        ? { ...attachment, ...smaller, id, name: nameOf(attachment, smaller.mediaType) }
        : attachment,
    );
    const replaced = this.#attachments.find((attachment) => attachment.id === id);
    if (smaller.kind === "image" && replaced !== undefined) {
      this.#chat.held.keep(id, content);
      this.#written(this.#chat.conversations.saveDraftAttachment(this.#conversationId, replaced, content));
    }
    this.#postAttachments();
    this.#converting.get(id)?.();
  }

  /** The page cannot decode the image, so that it is sent as it is. */
  notConverted(id: string): void {
    const { name, mediaType } = this.#attachments.find((attachment) => attachment.id === id) ?? {};
    if (name !== undefined && mediaType !== undefined) {
      const format = (formatOfMediaType(mediaType)?.format ?? mediaType).toUpperCase();
      this.#postAttachments(t("{0} is an image in the format {1}, which few models read. Save it as PNG or JPEG.", name, format));
    }
    this.#converting.get(id)?.();
  }

  remove(id: string): void {
    this.#written(this.#chat.conversations.removeDraftAttachments(this.#conversationId, [id]));
    this.#attachments = this.#attachments.filter((attachment) => attachment.id !== id);
    this.#postAttachments();
  }

  /** Restores the attachments of a prompt that the user edits before it is sent. */
  restore(restored: readonly Attachment[]): void {
    for (const attachment of restored) {
      const content = this.#chat.held.content(attachment.id);
      this.#add({ attachment, ...(content === undefined ? {} : { content }) });
    }
  }

  /** Shows the attachments of this conversation's draft, including those stored when the window was closed. */
  open(id: string): void {
    this.#conversationId = id;
    const kept = this.#chat.conversations.draftAttachments(id);
    for (const { attachment, content } of kept) if (content !== undefined) this.#chat.held.keep(attachment.id, content);
    this.#attachments = kept.map(({ attachment }) => attachment);
    this.#postAttachments();
  }

  post(): void {
    this.#postAttachments();
  }

  /** What a message with `@workspace` finds, which is sent with it; undefined: nothing, which was reported to the user. */
  async searchWorkspace(message: string): Promise<Attachment[] | undefined> {
    if (!mentionsWorkspace(message)) return [];
    try {
      const { attachWorkspace } = await import("../context/workspaceSearch/attachWorkspace.ts");
      const found = await attachWorkspace(message);
      for (const { attachment, content } of found) if (content !== undefined) this.#chat.held.keep(attachment.id, content);
      return found.map(({ attachment }) => attachment);
    } catch (error) {
      this.#postAttachments(errorText(error));
      return undefined;
    }
  }

  /** Whether a file or passage with this name is attached; its folder may be left out. */
  holds(name: string): boolean {
    return this.#attachments.some((attachment) => name === attachment.name || name.endsWith(`/${attachment.name}`));
  }
  /** Resolves when all files that the user has asked to attach are attached or cannot be read. */
  async settled(): Promise<void> {
    for (let read: Promise<void> | undefined; read !== this.#lastRead; ) {
      read = this.#lastRead;
      await read;
    }
  }

  /** The same, and removes them from the draft, because they are being sent. */
  take(more?: readonly Attachment[]): Attachment[] | undefined {
    const taken = this.current(more);
    if (taken === undefined) return undefined;
    const ids = taken.map(({ id }) => id);
    this.#written(this.#chat.conversations.removeDraftAttachments(this.#conversationId, ids));
    this.#attachments = [];
    this.#postAttachments();
    return taken;
  }

  #postAttachments(error: string | undefined = overLimits(this.#attachments)): void {
    this.#post({ type: "attachments", attachments: this.#attachments, ...(error === undefined ? {} : { error }) });
  }

  /** `draftOf`: the conversation that was shown when the user attached it. */
  #add({ attachment, content }: LoadedAttachment, draftOf = this.#conversationId): void {
    if (content !== undefined) this.#chat.held.keep(attachment.id, content);
    if (draftOf === this.#conversationId) {
      this.#attachments = [...this.#attachments, attachment];
      this.#postAttachments();
    }
    this.#written(this.#chat.conversations.saveDraftAttachment(draftOf, attachment, content));
    if (content !== undefined && draftOf === this.#conversationId && isConvertible(attachment)) this.#convert(attachment, content);
  }

  /** Has the page convert an image that models do not read. The message waits for it. */
  #convert({ id, mediaType }: Attachment, content: Uint8Array): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    // A hidden page does not answer.
    const timer = setTimeout(() => this.notConverted(id), longestConversion);
    this.#converting.set(id, () => {
      clearTimeout(timer);
      this.#converting.delete(id);
      resolve();
    });
    const data = Buffer.from(content).toString("base64");
    this.#post({ type: "shrinkImage", id, mediaType, data, bytes: limits.fileBytesPerRequest, isConverted: true });
    this.#lastRead = Promise.all([this.#lastRead, promise]).then(() => undefined);
  }

  /** Adds what is read, in the order of the calls, to the draft that is shown now. Errors are shown with the attachments. */
  #addRead(...reads: (() => Promise<LoadedAttachment[]>)[]): Promise<void> {
    const [draftOf, earlier] = [this.#conversationId, this.#lastRead];
    const addEach = async () => {
      for (const read of reads) {
        try {
          const [attachments] = await Promise.all([read(), earlier]);
          for (const loaded of attachments) this.#add(loaded, draftOf);
        } catch (error) {
          this.#postAttachments(errorText(error));
        }
      }
    };
    this.#lastRead = addEach();
    return this.#lastRead;
  }

  /** An attachment is shown before it is written, which may wait for another process's lock. */
  #written(writing: Promise<void>): void {
    writing.catch((error: unknown) => this.#postAttachments(errorText(error)));
  }

  #addFiles(uris: readonly vscode.Uri[]): Promise<void> {
    return this.#addRead(...uris.map((uri) => async () => [await attachFile(uri)]));
  }
}
