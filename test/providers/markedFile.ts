/** Files that already state their origin, so that the service delivers them as a provider sends them. */
import { finishBytes } from "../../src/media/metadata/finishFile.ts";

export async function marked(bytes: Uint8Array): Promise<Buffer> {
  return Buffer.from(await finishBytes(bytes, { model: "painter", isProcedural: false }));
}

/** An image of one pixel. */
export const markedPng = await marked(
  Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64"),
);
