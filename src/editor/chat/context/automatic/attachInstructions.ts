/** Attaches the files in which a workspace or the user writes what every answer should follow, such as `AGENTS.md`. */
import { homedir } from "node:os";
import * as vscode from "vscode";
import type { LoadedAttachment } from "../../../../conversations/drafts.ts";
import { attachText } from "../../../../conversations/recognizeAttachment.ts";
import { leadsInside } from "../../../base/leadsInside.ts";
import { settings } from "../../../base/settings.ts";
import { attachedName } from "../readAttachment.ts";
import { readContent } from "../readContent.ts";

/** Characters of one file, about five thousand tokens. */
const longestText = 20_000;
/** Bytes; a larger file is not read. */
const largestFile = 1_000_000;

/** Missing, empty and binary files are left out. Files of the workspace are read only if it is trusted. */
export async function attachInstructions(): Promise<LoadedAttachment[]> {
  const files = (await Promise.all(settings.instructionFiles().map(findFiles))).flat();
  const attached = await Promise.all(files.map((file) => attachFile(file).catch(() => undefined)));
  return attached.filter((one) => one !== undefined);
}

async function findFiles(named: string): Promise<vscode.Uri[]> {
  const [, own] = /^~[/\\](.+)$/.exec(named) ?? [];
  if (own !== undefined) return [vscode.Uri.joinPath(vscode.Uri.file(homedir()), own)];
  if (!vscode.workspace.isTrusted) return [];
  const candidates = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => ({ folder: uri, file: vscode.Uri.joinPath(uri, named) }));
  const inside = await Promise.all(candidates.map(({ folder, file }) => leadsInside(folder, file)));
  return candidates.filter((_, index) => inside[index]).map(({ file }) => file);
}

async function attachFile(file: vscode.Uri): Promise<LoadedAttachment | undefined> {
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > largestFile) return undefined;
  const { attachment, content } = await readContent(file, attachedName(file));
  const text = Buffer.from(content ?? []).toString();
  if (attachment.kind !== "text" || text.trim() === "") return undefined;
  const bounded = text.length > longestText ? `${text.slice(0, longestText)}\n(The rest of the file was left out.)` : text;
  const loaded = attachText(attachment.name, bounded);
  return { ...loaded, attachment: { ...loaded.attachment, role: "instructions" } };
}
