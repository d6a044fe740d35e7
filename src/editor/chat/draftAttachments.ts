/** What the user attaches to the prompt that is being written in; its chips, its limits, and what is sent, out. */
import * as vscode from "vscode";
import { exceededLimit, isShrinkable, toMegabytes, totalBytes } from "../../chat/attachmentLimits.ts";
import type { ToPanel } from "../../chat/toPanel.ts";
import type { Attachment } from "../../chat/turn.ts";
import { limits } from "../../contract/limits.ts";
import type { ChatRoom } from "./chatRoom.ts";
import type { LoadedAttachment } from "./keptDrafts.ts";
import { attachActiveFile, attachFile, attachSelection, attachUrl } from "./readAttachment.ts";
import { attachBytes } from "./recognizeAttachment.ts";

export interface DraftAttachments {
  attach(what: "activeFile" | "selection" | "picker"): Promise<void>;
  /** A path in the workspace, or a file URI. */
  attachPath(path: string): Promise<void>;
  attachUrl(url: string): void;
  attachData(name: string, base64: string): void;
  /** A kept picture of an answer, under a name for a person. */
  attachPicture(file: string, name: string): Promise<void>;
  /** Asks the panel to make the pictures so small that all fits. */
  shrinkPictures(): void;
  /** The same attachment, made smaller. */
  replace(id: string, base64: string): void;
  remove(id: string): void;
  /** What was attached to a prompt that is edited before it is sent. */
  restore(attachments: readonly Attachment[]): void;
  /** Shows what is attached in this conversation: it was kept with the draft when the window went. */
  open(conversationId: string): void;
  tell(): void;
  /** What is sent now, and no draft after that; undefined, and word to the user, while it is over the limits. */
  take(): Attachment[] | undefined;
}

function overLimits(attachments: readonly Attachment[]): string | undefined {
  const { t } = vscode.l10n;
  switch (exceededLimit(attachments)) {
    case "files":
      return t("{0} files: the service takes at most {1}.", attachments.length, limits.filesPerRequest);
    case "bytes":
      return t("{0} MB: the service takes at most 10 MB in all.", toMegabytes(totalBytes(attachments)));
    case undefined:
      return undefined;
  }
}

/** Where a path that the panel names lies: a file URI as dropped, else below a workspace folder. */
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

export function createDraftAttachments(room: ChatRoom, post: (message: ToPanel) => void): DraftAttachments {
  const { t } = vscode.l10n;
  let attachments: Attachment[] = [];
  let conversationId = "";

  function tell(problem: string | undefined = overLimits(attachments)): void {
    post({ type: "attachments", attachments, ...(problem === undefined ? {} : { problem }) });
  }

  function add({ attachment, content }: LoadedAttachment): void {
    if (content !== undefined) room.holdAttachment(attachment.id, content);
    room.conversations.saveDraftAttachment(conversationId, attachment, content);
    attachments = [...attachments, attachment];
    tell();
  }

  async function addFiles(uris: readonly vscode.Uri[]): Promise<void> {
    for (const uri of uris) {
      try {
        add(await attachFile(uri));
      } catch (error) {
        tell(error instanceof Error ? error.message : String(error));
      }
    }
  }

  async function attach(what: "activeFile" | "selection" | "picker"): Promise<void> {
    if (what === "picker") {
      await addFiles((await vscode.window.showOpenDialog({ canSelectMany: true, title: t("Attach") })) ?? []);
      return;
    }
    const editor = room.targetEditor.now();
    if (editor === undefined) tell(t("No file is open."));
    else if (what === "activeFile") add(attachActiveFile(editor));
    else if (editor.selection.isEmpty) tell(t("Nothing is selected."));
    else add(attachSelection(editor));
  }

  return {
    attach,
    async attachPath(path) {
      const uri = await findFile(path);
      if (uri === undefined) tell(t("{0} is not in the workspace.", path));
      else await addFiles([uri]);
    },
    attachUrl(url) {
      try {
        add(attachUrl(url));
      } catch (error) {
        tell(error instanceof Error ? error.message : String(error));
      }
    },
    attachData: (name, base64) => add(attachBytes(name, Buffer.from(base64, "base64"))),
    async attachPicture(file, name) {
      const content = await room.pictures.read(file);
      if (content !== undefined) add(attachBytes(name, content));
    },
    shrinkPictures() {
      const pictures = attachments.filter(isShrinkable);
      const left = limits.fileBytesPerRequest - totalBytes(attachments.filter((attachment) => !isShrinkable(attachment)));
      const share = Math.max(0, left) / totalBytes(pictures);
      for (const { id, mediaType, size } of pictures) {
        const content = room.heldAttachment(id);
        if (content !== undefined)
          post({
            type: "shrinkPicture",
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
        room.holdAttachment(id, content);
        room.conversations.saveDraftAttachment(conversationId, replaced, content);
      }
      tell();
    },
    remove(id) {
      room.conversations.removeDraftAttachments(conversationId, [id]);
      attachments = attachments.filter((attachment) => attachment.id !== id);
      tell();
    },
    restore(restored) {
      for (const attachment of restored) {
        const content = room.heldAttachment(attachment.id) ?? room.conversations.attachment(attachment.id);
        add({ attachment, ...(content === undefined ? {} : { content }) });
      }
    },
    open(id) {
      conversationId = id;
      const kept = room.conversations.draftAttachments(id);
      for (const { attachment, content } of kept) if (content !== undefined) room.holdAttachment(attachment.id, content);
      attachments = kept.map(({ attachment }) => attachment);
      tell();
    },
    tell: () => tell(),
    take() {
      if (overLimits(attachments) !== undefined) {
        tell();
        return undefined;
      }
      const taken = attachments;
      const ids = taken.map(({ id }) => id);
      room.conversations.removeDraftAttachments(conversationId, ids);
      attachments = [];
      tell();
      return taken;
    },
  };
}
