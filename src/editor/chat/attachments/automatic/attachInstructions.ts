/** Attaches the files in which a workspace or the user writes what every answer should follow, such as `AGENTS.md`. */
import { homedir } from "node:os";
import * as vscode from "vscode";
import type { LoadedAttachment } from "../../../../conversations/drafts.ts";
import { attachText } from "../../../../conversations/recognizeAttachment.ts";
import { freeContent } from "../../../../disclosure/judge.ts";
import { log } from "../../../base/log.ts";
import { settings } from "../../../base/settings.ts";
import { attachedName } from "../../context/readAttachment.ts";
import { readJudgedContent } from "../../context/readContent.ts";

/** Characters of one file, about five thousand tokens. */
const longestText = 20_000;
/** Bytes; a larger file is not read. */
const largestFile = 1_000_000;

interface NamedFile {
  file: vscode.Uri;
  /** The folder that the file must not lead out of. */
  root: vscode.Uri;
}

/** Missing, empty, binary and private files are left out. Files of the workspace are read only if it is trusted. */
export async function attachInstructions(): Promise<LoadedAttachment[]> {
  const files = settings.instructionFiles().flatMap(findFiles);
  const attached = await Promise.all(files.map((named) => attachFile(named).catch(() => undefined)));
  return attached.filter((one) => one !== undefined);
}

function findFiles(named: string): NamedFile[] {
  const [, own] = /^~[/\\](.+)$/.exec(named) ?? [];
  const home = vscode.Uri.file(homedir());
  if (own !== undefined) return [{ file: vscode.Uri.joinPath(home, own), root: home }];
  if (!vscode.workspace.isTrusted) return [];
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => ({ file: vscode.Uri.joinPath(uri, named), root: uri }));
}

async function attachFile({ file, root }: NamedFile): Promise<LoadedAttachment | undefined> {
  const name = attachedName(file);
  const read = freeContent(await readJudgedContent(file, name, { root, most: largestFile }));
  if (read === undefined) log.warn(`The instructions in ${name} are not sent: they may be private, or lead elsewhere.`);
  if (read === undefined) return undefined;
  const { attachment, content } = read;
  const text = Buffer.from(content ?? []).toString();
  if (attachment.kind !== "text" || text.trim() === "") return undefined;
  const bounded = text.length > longestText ? `${text.slice(0, longestText)}\n(The rest of the file was left out.)` : text;
  const loaded = attachText(attachment.name, bounded);
  return { ...loaded, attachment: { ...loaded.attachment, role: "instructions" } };
}
