/** Sends dropped and pasted images to the host. */
import { limits } from "../../contract/limits.ts";
import { readUriList } from "../uriList.ts";
import type { Host } from "./host.ts";

/** Dropped editor tabs and Explorer entries are paths. Returns the names of files that are too large. */
export async function takeImages(transfer: DataTransfer, host: Host): Promise<string[]> {
  const uris = readUriList(transfer.getData("application/vnd.code.uri-list") || transfer.getData("text/uri-list"));
  if (transfer.files.length === 0) {
    if (uris.length > 0) host.post({ type: "addImages", uris });
    return [];
  }
  const files = [...transfer.files].slice(0, limits.filesPerRequest);
  const tooLarge = files.filter(({ size }) => size > limits.fileBytesPerRequest);
  for (const file of files) {
    if (tooLarge.includes(file)) continue;
    host.post({ type: "addFile", name: file.name, data: new Uint8Array(await file.arrayBuffer()) });
  }
  return tooLarge.map(({ name }) => name);
}
