/** Reads the styles that a prompt document can name from the disk. */
import { readdir, readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { decodeText } from "../parse/textEncoding.ts";
import { readStyle, type Style, styleName } from "../styles/style.ts";
import { styleFolder, styleLimits } from "../styles/styleFolder.ts";
import { folderOf } from "./insideFolders.ts";

/** Of the document's folder and those above it inside `folders`, the nearest first, then of the home folder. Of one name, the first counts. */
export async function readStyles(file: string, folders: readonly string[]): Promise<Style[]> {
  const roots = [...foldersAbove(path.dirname(path.resolve(file)), folders), homedir()];
  const all = await Promise.all([...new Set(roots)].map((root) => readFolder(path.join(root, ...styleFolder))));
  const styles = all.flat();
  return styles.filter(({ name }, index) => styles.findIndex((other) => other.name === name) === index);
}

function foldersAbove(folder: string, limits: readonly string[]): string[] {
  const isInside =
    folderOf(
      limits.map((limit) => path.resolve(limit)),
      folder,
    ) !== undefined;
  const above = path.dirname(folder);
  return isInside ? [folder, ...(above === folder ? [] : foldersAbove(above, limits))] : [];
}

async function readFolder(folder: string): Promise<Style[]> {
  const names = (await readdir(folder).catch(() => [])).toSorted().slice(0, styleLimits.files);
  const found = await Promise.all(
    names.map(async (file) => {
      const name = styleName(file);
      const address = path.join(folder, file);
      const content = name === undefined ? undefined : await readSmall(address).catch(() => undefined);
      return name === undefined || content === undefined ? [] : [readStyle(name, address, content)];
    }),
  );
  return found.flat();
}

/** undefined: it is too large, or no text. */
async function readSmall(file: string): Promise<string | undefined> {
  const { size } = await stat(file);
  return size > styleLimits.bytes ? undefined : decodeText(await readFile(file), TextDecoder);
}
