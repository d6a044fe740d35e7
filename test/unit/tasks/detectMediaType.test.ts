/** What a file is, by its bytes. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { detectMediaType } from "../../../src/tasks/detectMediaType.ts";
import { pngBytes } from "./scriptedClient.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

const text = (content: string) => new TextEncoder().encode(content);

test.each<[string, Uint8Array, string, string]>([
  ["a PNG picture", pngBytes, "image/png", ".png"],
  ["a JPEG picture", Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]), "image/jpeg", ".jpg"],
  ["a WAV sound", Buffer.concat([text("RIFF"), Uint8Array.from([36, 0, 0, 0]), text("WAVEfmt ")]), "audio/wav", ".wav"],
  ["an MP4 film", Buffer.concat([Uint8Array.from([0, 0, 0, 24]), text("ftypisom"), new Uint8Array(12)]), "video/mp4", ".mp4"],
  ["an SVG drawing", text('<svg xmlns="http://www.w3.org/2000/svg"/>'), "image/svg+xml", ".svg"],
  ["an SVG drawing with its declaration", text('<?xml version="1.0"?>\n<!-- made -->\n<svg/>'), "image/svg+xml", ".svg"],
  ["plain text", text("Grüße"), "text/plain", ".txt"],
  ["a web page, which is not to be opened as one", text("<!doctype html><script>1</script>"), "text/plain", ".txt"],
  ["a program, which is not to be started", Buffer.concat([text("MZ"), new Uint8Array(100)]), "application/octet-stream", ".bin"],
  ["bytes of no known kind", Uint8Array.from([0, 1, 2, 3]), "application/octet-stream", ".bin"],
  ["nothing", new Uint8Array(0), "application/octet-stream", ".bin"],
])("%s", async (_, bytes, mediaType, ending) => {
  const path = join(await temporaryFolder(), "file");
  await writeFile(path, bytes);
  expect(await detectMediaType(path)).toEqual({ mediaType, ending });
});
