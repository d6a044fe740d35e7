/** Sends pasted or dropped files, paths and long texts to the host. */
import { limits } from "../../../contract/limits.ts";
import { t } from "../../texts.ts";
import { readUriList } from "../../uriList.ts";
import type { Host } from "../host.ts";
import { toBase64 } from "./toBase64.ts";

/** Bytes. Larger files are not sent, even to be scaled down. */
const largestFile = limits.fileBytesPerRequest * 4;

/** Maximum number of files from one drop. */
const mostFiles = 100;

const webAddress = /^https?:/i;

/** The names of what could not be attached. */
export interface NotTaken {
  tooLarge: string[];
  /** A page cannot read a folder of another program. */
  folders: string[];
  unreadable: string[];
}

/** Each of the other items is attached nevertheless. Dropped editor tabs and Explorer entries are paths; links are addresses. */
export async function takeFiles(transfer: DataTransfer, host: Host): Promise<NotTaken> {
  const paths = transfer.getData("application/vnd.code.uri-list") || transfer.getData("text/uri-list");
  const left: NotTaken = { tooLarge: [], folders: [], unreadable: [] };
  if (transfer.files.length === 0 && paths !== "") {
    for (const path of readUriList(paths))
      if (webAddress.test(path)) host.call("attachUrl", { url: path });
      else host.call("attachPath", { path });
    return left;
  }
  // Read before the first wait, after which the transfer is empty.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  left.folders.push(...entries.flatMap(({ isDirectory, name }) => (isDirectory ? [name] : [])));
  // Enough to exceed the limit of files, which is then reported to the user; texts have no such limit.
  const files = [...transfer.files].filter(({ name }) => !left.folders.includes(name)).slice(0, mostFiles);
  for (const file of files) {
    const data = file.size > largestFile ? undefined : await toBase64(file).catch(() => undefined);
    if (data !== undefined) host.call("attachData", { name: file.name || t("pasted"), mediaType: file.type, data });
    else (file.size > largestFile ? left.tooLarge : left.unreadable).push(file.name);
  }
  return left;
}

/**
 * Whether a program has copied a text, and an image of it beside it, as spreadsheets and word processors do. A file manager's text is only
 * the names of the files, and a browser copies an image with its address and an element without text. Only the former write RTF.
 */
export function copiesText(transfer: DataTransfer): boolean {
  const text = transfer.getData("text/plain").trim();
  const html = transfer.getData("text/html");
  if (text === "") return false;
  if (html !== "") {
    // The page's policy would report the styles of a document, and style attributes.
    const { content } = Object.assign(document.createElement("template"), { innerHTML: html.replace(/\bstyle\s*=/gi, "data-style=") });
    for (const unseen of content.querySelectorAll("style, script, title, template")) unseen.remove();
    return content.textContent.trim() !== "";
  }
  if (transfer.getData("text/rtf") !== "") return true;
  const names = [...transfer.files].map(({ name }) => name);
  const isName = (line: string) => /^[a-z][a-z\d+.-]*:\S+$/i.test(line) || names.some((name) => name !== "" && line.endsWith(name));
  return !text.split(/\r?\n/).every((line) => isName(line.trim()));
}

/** Attaches a text that is too long for the message. */
export async function takeText(text: string, host: Host): Promise<void> {
  host.call("attachData", { name: t("pastedText"), mediaType: "text/plain", data: await toBase64(new Blob([text])) });
}
