/** Reads the styles that a prompt document can name from the disk. */
import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { containingFolder } from "../../disclosure/insideFolders.ts";
import { freeContent } from "../../disclosure/judge.ts";
import { readToSend } from "../../disclosure/readToSend.ts";
import { styleFolder, styleLimits } from "../fields/styleFolder.ts";
import { readStyle, type Style, styleName } from "../styles/style.ts";
import { decodeFileText } from "../text/textEncoding.ts";

/** Of the document's folder and those above it inside `folders`, the nearest first, then of the home folder. Of one name, the first counts. */
export async function readStyles(file: string, folders: readonly string[]): Promise<Style[]> {
  const roots = [...foldersAbove(path.dirname(path.resolve(file)), folders), homedir()];
  const all = await Promise.all([...new Set(roots)].map(readFolder));
  const styles = all.flat();
  return styles.filter(({ name }, index) => styles.findIndex((other) => other.name === name) === index);
}

function foldersAbove(folder: string, limits: readonly string[]): string[] {
  const isInside =
    containingFolder(
      limits.map((limit) => path.resolve(limit)),
      folder,
    ) !== undefined;
  const above = path.dirname(folder);
  return isInside ? [folder, ...(above === folder ? [] : foldersAbove(above, limits))] : [];
}

/** Of a style that is a link out of its root, or a file of secrets, nothing is read. */
async function readFolder(root: string): Promise<Style[]> {
  const folder = path.join(root, ...styleFolder);
  const names = (await readdir(folder).catch(() => [])).toSorted().slice(0, styleLimits.files);
  const found = await Promise.all(
    names.map(async (file) => {
      const name = styleName(file);
      const address = path.join(folder, file);
      const bytes = name === undefined ? undefined : freeContent(await readToSend(address, { folders: [root], most: styleLimits.bytes }));
      const content = bytes && decodeFileText(bytes, TextDecoder);
      return name === undefined || content === undefined ? [] : [readStyle(name, address, content)];
    }),
  );
  return found.flat();
}
