/** Reads the files that a prompt document names from the disk. */
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { freeContent, type Judged } from "../../disclosure/judge.ts";
import { readToSend } from "../../disclosure/readToSend.ts";
import { readImageHeader } from "../../media/images/readImageHeader.ts";
import { describeCsv } from "../assist/describeCsv.ts";
import { type DocumentFile, findDocumentFiles, findMasked, isRemote } from "../documentFiles.ts";
import type { Facts, FileFact } from "../facts.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { namedStyles } from "../styles/namedStyles.ts";
import { decodeFileText } from "../text/textEncoding.ts";
import { readStyles } from "./readStyles.ts";

/** What the disk says about a document. `folders`: those that may be read. */
export async function gatherFacts(file: string, document: PromptDocument, folders: readonly string[]): Promise<Facts> {
  const styles = namedStyles(document).length === 0 ? {} : { styles: await readStyles(file, folders) };
  return { ...(await gatherFiles(file, document, folders)), ...styles };
}

/** Facts about every local file that a document names, by the path as written; if one is missing, also the paths that could be meant. */
async function gatherFiles(file: string, document: PromptDocument, folders: readonly string[]): Promise<Pick<Facts, "files" | "paths">> {
  const named = findDocumentFiles(document).filter((one) => !isRemote(one.address));
  const masked = Object.values(findMasked(document)).map((one) => one?.address);
  const facts = await Promise.all(
    named.map(async ({ address, use }) => {
      return [address, await look(file, { address, use }, folders, masked.includes(address))] as const;
    }),
  );
  const files = Object.fromEntries(facts);
  return facts.some(([, { exists }]) => !exists) ? { files, paths: await findPaths(path.dirname(file)) } : { files };
}

/** Maximum number of files that are examined for a similar name, and of folders. */
const most = { files: 2000, folders: 200 };

/** Relative to the folder, with `/`. Folders of packages and those whose name begins with a dot are passed over, links are not followed. */
async function findPaths(folder: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [""];
  for (let at = 0; at < Math.min(folders.length, most.folders) && found.length < most.files; at += 1) {
    const below = folders[at] ?? "";
    const entries = await readdir(path.join(folder, below), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const name = `${below}${entry.name}`;
      if (entry.isFile()) found.push(name);
      else if (entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith(".")) folders.push(`${name}/`);
    }
  }
  return found.slice(0, most.files);
}

/** Nothing but the size of a file that may not be read. */
async function look(
  file: string,
  { address, use }: Pick<DocumentFile, "address" | "use">,
  folders: readonly string[],
  isMeasured: boolean,
): Promise<FileFact> {
  const found = await stat(resolveFrom(file, address)).catch(() => undefined);
  if (found?.isFile() !== true) return { exists: false };
  const fact: FileFact = { exists: true, size: found.size };
  if (!isMeasured && use !== "tests" && use !== "batch") return fact;
  const content = freeContent(await readNamed(file, address, folders));
  if (content === undefined) return fact;
  if (isMeasured) return { ...fact, ...withSize(content) };
  return use === "tests" || use === "batch" ? { ...fact, ...describeCsv(decodeFileText(content, TextDecoder), use) } : fact;
}

function withSize(bytes: Uint8Array): Pick<FileFact, "image"> {
  const image = readImageHeader(bytes);
  return image ? { image } : {};
}

function resolveFrom(file: string, address: string): string {
  return path.resolve(path.dirname(file), address);
}

/** Bytes of a named file. */
const largestFile = 100_000_000;

/** A file that a document names: by whoever wrote it, and not by the user. `folders`: those that may be read. */
export function readNamed(file: string, address: string, folders: readonly string[]): Promise<Judged<Buffer>> {
  return readToSend(resolveFrom(file, address), { folders, most: largestFile });
}
