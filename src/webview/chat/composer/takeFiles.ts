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

/** Dropped editor tabs and Explorer entries are paths; links are addresses. Returns the names of files that are too large. */
export async function takeFiles(transfer: DataTransfer, host: Host): Promise<string[]> {
  const paths = transfer.getData("application/vnd.code.uri-list") || transfer.getData("text/uri-list");
  if (transfer.files.length === 0 && paths !== "") {
    for (const path of readUriList(paths))
      host.post(webAddress.test(path) ? { type: "attachUrl", url: path } : { type: "attachPath", path });
    return [];
  }
  // Enough to exceed the limit of files, which is then reported to the user; texts have no such limit.
  const files = [...transfer.files].slice(0, mostFiles);
  const tooLarge = files.filter(({ size }) => size > largestFile);
  for (const file of files) {
    if (tooLarge.includes(file)) continue;
    host.post({ type: "attachData", name: file.name || t("pasted"), mediaType: file.type, data: await toBase64(file) });
  }
  return tooLarge.map(({ name }) => name);
}

/** Attaches a text that is too long for the message. */
export async function takeText(text: string, host: Host): Promise<void> {
  host.post({ type: "attachData", name: t("pastedText"), mediaType: "text/plain", data: await toBase64(new Blob([text])) });
}
