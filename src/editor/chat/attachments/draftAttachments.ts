/** The attachments of the prompt that the user is writing: their chips and limits. */
import * as vscode from "vscode";
import { exceededLimit, isFile, isShrinkable, toMegabytes, totalBytes } from "../../../chat/attachmentLimits.ts";
import type { AttachedKind } from "../../../chat/toHost.ts";
import type { ToPanel } from "../../../chat/toPanel.ts";
import type { Attachment } from "../../../chat/turn.ts";
import { limits } from "../../../contract/limits.ts";
import type { LoadedAttachment } from "../../../conversations/drafts.ts";
import { attachBytes } from "../../../conversations/recognizeAttachment.ts";
import type { ChatServices } from "../chatServices.ts";
import { attachFile, attachUrl } from "../context/readAttachment.ts";
import { readContext } from "../context/readContext.ts";
import { attachSymbol, chooseSymbol } from "../context/symbols.ts";
import { mentionsWorkspace } from "../context/workspaceSearch/searchTerms.ts";

export interface DraftAttachments {
  attach(what: AttachedKind): Promise<void>;
  attachSymbol(symbol: vscode.SymbolInformation): Promise<void>;
  /** A path in the workspace, or a file URI. */
  attachPath(path: string): Promise<void>;
  attachUrl(url: string): void;
  attachData(name: string, base64: string): void;
  /** A stored image of an answer, with a name for the user. */
  attachImage(file: string, name: string): Promise<void>;
  /** Asks the panel to scale the images down until all attachments are within the limits. */
  shrinkImages(): void;
  /** Replaces an attachment's content with a smaller version. */
  replace(id: string, base64: string): void;
  remove(id: string): void;
  /** Restores the attachments of a prompt that the user edits before it is sent. */
  restore(attachments: readonly Attachment[]): void;
  /** Shows the attachments of this conversation's draft, including those stored when the window was closed. */
  open(conversationId: string): void;
  post(): void;
  /** What a message with `@workspace` finds, which is sent with it; undefined: nothing, which was reported to the user. */
  searchWorkspace(message: string): Promise<Attachment[] | undefined>;
  /** Whether a file or passage with this name is attached; its folder may be left out. */
  holds(name: string): boolean;
  /** Resolves when all files that the user has asked to attach are attached or cannot be read. */
  settled(): Promise<void>;
  /** The current attachments. Returns undefined, and reports it to the user, if they and `more` exceed the limits. */
  current(more?: readonly Attachment[]): Attachment[] | undefined;
  /** The same, and removes them from the draft, because they are being sent. */
  take(more?: readonly Attachment[]): Attachment[] | undefined;
}

function overLimits(attachments: readonly Attachment[]): string | undefined {
  const { t } = vscode.l10n;
  switch (exceededLimit(attachments)) {
    case "files":
      return t("{0} files: the service accepts at most {1}.", attachments.filter(isFile).length, limits.filesPerRequest);
    case "bytes":
      return t("{0} MB: the service accepts at most 10 MB in total.", toMegabytes(totalBytes(attachments)));
    case undefined:
      return undefined;
  }
}

/** Resolves a path from the panel: a dropped file URI, or a path in a workspace folder. */
async function findFile(path: string): Promise<vscode.Uri | undefined> {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path)) return vscode.Uri.parse(path, true);
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const inFolder = path.startsWith(`${folder.name}/`) ? path.slice(folder.name.length + 1) : path;
    for (const candidate of [path, inFolder]) {
      const uri = vscode.Uri.joinPath(folder.uri, candidate);
      const isThere = await vscode.workspace.fs.stat(uri).then(
        () => true,
        () => false,
      );
      if (isThere) return uri;
    }
  }
  return undefined;
}

export function createDraftAttachments(chat: ChatServices, post: (message: ToPanel) => void): DraftAttachments {
  const { t } = vscode.l10n;
  let attachments: Attachment[] = [];
  let conversationId = "";
  /** Files that are being read. */
  const reading = new Set<Promise<void>>();

  function postAttachments(error: string | undefined = overLimits(attachments)): void {
    post({ type: "attachments", attachments, ...(error === undefined ? {} : { error }) });
  }

  /** `draftOf`: the conversation that was shown when the user attached it. */
  function add({ attachment, content }: LoadedAttachment, draftOf = conversationId): void {
    if (content !== undefined) chat.keepInMemory(attachment.id, content);
    if (draftOf === conversationId) {
      attachments = [...attachments, attachment];
      postAttachments();
    }
    written(chat.conversations.saveDraftAttachment(draftOf, attachment, content));
  }

  /** Adds what is read, in order, to the draft that is shown now. Errors are shown with the attachments. */
  async function addRead(...reads: (() => Promise<LoadedAttachment[]>)[]): Promise<void> {
    const draftOf = conversationId;
    const addEach = async () => {
      for (const read of reads) {
        try {
          for (const loaded of await read()) add(loaded, draftOf);
        } catch (error) {
          postAttachments(error instanceof Error ? error.message : String(error));
        }
      }
    };
    const work = addEach();
    reading.add(work);
    await work.finally(() => reading.delete(work));
  }

  /** An attachment is shown before it is written, which may wait for another process's lock. */
  function written(writing: Promise<void>): void {
    writing.catch((error: unknown) => postAttachments(error instanceof Error ? error.message : String(error)));
  }

  function addFiles(uris: readonly vscode.Uri[]): Promise<void> {
    return addRead(...uris.map((uri) => async () => [await attachFile(uri)]));
  }

  function addSymbol(symbol: vscode.SymbolInformation): Promise<void> {
    return addRead(async () => [await attachSymbol(symbol)]);
  }

  async function attach(what: AttachedKind): Promise<void> {
    if (what === "picker" || what === "folder") {
      const isFolder = what === "folder";
      const options = { canSelectMany: true, canSelectFolders: isFolder, canSelectFiles: !isFolder, title: t("Attach") };
      await addFiles((await vscode.window.showOpenDialog(options)) ?? []);
      return;
    }
    if (what === "symbol") {
      const symbol = await chooseSymbol();
      if (symbol !== undefined) await addSymbol(symbol);
      return;
    }
    await addRead(() => readContext(what, chat.targetEditor.now()));
  }

  function current(more: readonly Attachment[] = []): Attachment[] | undefined {
    const error = overLimits([...attachments, ...more]);
    if (error === undefined) return attachments;
    postAttachments(error);
    return undefined;
  }

  return {
    attach,
    attachSymbol: addSymbol,
    attachPath: (path) =>
      addRead(async () => {
        const uri = await findFile(path);
        if (uri === undefined) throw new Error(t("{0} is not in the workspace.", path));
        return [await attachFile(uri)];
      }),
    attachUrl(url) {
      try {
        add(attachUrl(url));
      } catch (error) {
        postAttachments(error instanceof Error ? error.message : String(error));
      }
    },
    attachData: (name, base64) => add(attachBytes(name, Buffer.from(base64, "base64"))),
    attachImage: (file, name) =>
      addRead(async () => {
        const content = await chat.images.read(file);
        return content === undefined ? [] : [attachBytes(name, content)];
      }),
    shrinkImages() {
      const images = attachments.filter(isShrinkable);
      const left = limits.fileBytesPerRequest - totalBytes(attachments.filter((attachment) => !isShrinkable(attachment)));
      const share = Math.max(0, left) / totalBytes(images);
      for (const { id, mediaType, size } of images) {
        const content = chat.attachmentInMemory(id);
        if (content !== undefined)
          post({
            type: "shrinkImage",
            id,
            mediaType,
            data: Buffer.from(content).toString("base64"),
            bytes: Math.floor(size * share * 0.98),
          });
      }
    },
    replace(id, base64) {
      const content = Buffer.from(base64, "base64");
      const smaller = attachBytes("", content).attachment;
      attachments = attachments.map((attachment) =>
        attachment.id === id && smaller.kind === "image"
          ? { ...attachment, mediaType: smaller.mediaType, size: content.byteLength }
          : attachment,
      );
      const replaced = attachments.find((attachment) => attachment.id === id);
      if (smaller.kind === "image" && replaced !== undefined) {
        chat.keepInMemory(id, content);
        written(chat.conversations.saveDraftAttachment(conversationId, replaced, content));
      }
      postAttachments();
    },
    remove(id) {
      written(chat.conversations.removeDraftAttachments(conversationId, [id]));
      attachments = attachments.filter((attachment) => attachment.id !== id);
      postAttachments();
    },
    restore(restored) {
      for (const attachment of restored) {
        const content = chat.attachmentInMemory(attachment.id) ?? chat.conversations.attachment(attachment.id);
        add({ attachment, ...(content === undefined ? {} : { content }) });
      }
    },
    open(id) {
      conversationId = id;
      const kept = chat.conversations.draftAttachments(id);
      for (const { attachment, content } of kept) if (content !== undefined) chat.keepInMemory(attachment.id, content);
      attachments = kept.map(({ attachment }) => attachment);
      postAttachments();
    },
    post: () => postAttachments(),
    async searchWorkspace(message) {
      if (!mentionsWorkspace(message)) return [];
      try {
        const { attachWorkspace } = await import("../context/workspaceSearch/attachWorkspace.ts");
        const found = await attachWorkspace(message);
        for (const { attachment, content } of found) if (content !== undefined) chat.keepInMemory(attachment.id, content);
        return found.map(({ attachment }) => attachment);
      } catch (error) {
        postAttachments(error instanceof Error ? error.message : String(error));
        return undefined;
      }
    },
    holds: (name) => attachments.some((attachment) => name === attachment.name || name.endsWith(`/${attachment.name}`)),
    async settled() {
      while (reading.size > 0) await Promise.all(reading);
    },
    current,
    take(more) {
      const taken = current(more);
      if (taken === undefined) return undefined;
      const ids = taken.map(({ id }) => id);
      written(chat.conversations.removeDraftAttachments(conversationId, ids));
      attachments = [];
      postAttachments();
      return taken;
    },
  };
}
