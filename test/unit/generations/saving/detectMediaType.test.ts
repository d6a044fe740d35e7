/** The type of a file, from its bytes. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Kind } from "../../../../src/contract/kind.ts";
import { detectMediaType } from "../../../../src/generations/saving/detectMediaType.ts";
import { makePng, withChunk } from "../../media/metadata/samples.ts";
import { pngBytes } from "../scriptedClient.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

const text = (content: string) => new TextEncoder().encode(content);

test.each<[string, Uint8Array, string, string]>([
  ["a PNG image", pngBytes, "image/png", ".png"],
  ["a JPEG picture", Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]), "image/jpeg", ".jpg"],
  ["a WAV sound", Buffer.concat([text("RIFF"), Uint8Array.from([36, 0, 0, 0]), text("WAVEfmt ")]), "audio/wav", ".wav"],
  ["a WAV sound of 64 bits", Buffer.concat([text("RF64"), Buffer.alloc(4, 0xff), text("WAVEds64")]), "audio/wav", ".wav"],
  ["a WAV sound of 64 bits, of BS.2088", Buffer.concat([text("BW64"), Buffer.alloc(4, 0xff), text("WAVEds64")]), "audio/wav", ".wav"],
  ["an animated PNG image", Buffer.from(withChunk(makePng(), "acTL", Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]))), "image/png", ".png"],
  ["an MP4 film for iTunes", Buffer.concat([Uint8Array.from([0, 0, 0, 24]), text("ftypM4V "), new Uint8Array(12)]), "video/mp4", ".mp4"],
  ["an MP4 film", Buffer.concat([Uint8Array.from([0, 0, 0, 24]), text("ftypisom"), new Uint8Array(12)]), "video/mp4", ".mp4"],
  ["an SVG drawing", text('<svg xmlns="http://www.w3.org/2000/svg"/>'), "image/svg+xml", ".svg"],
  ["an SVG drawing with its declaration", text('<?xml version="1.0"?>\n<!-- made -->\n<svg/>'), "image/svg+xml", ".svg"],
  [
    "an SVG drawing with a document type and its subset",
    text('<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [<!ENTITY a "<b>"> <!-- ] > -->]>\n<svg/>'),
    "image/svg+xml",
    ".svg",
  ],
  ["an SVG drawing with a style sheet", text('<?xml-stylesheet href="a.css"?><svg/>'), "image/svg+xml", ".svg"],
  ["an SVG drawing with a prefix", text('<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>'), "image/svg+xml", ".svg"],
  ["an SVG drawing with a byte order mark", text("\ufeff<svg></svg>"), "image/svg+xml", ".svg"],
  ["an SVG drawing in UTF-16 LE", Buffer.from("\ufeff<?xml version='1.0' encoding='UTF-16'?><svg/>", "utf16le"), "image/svg+xml", ".svg"],
  ["an SVG drawing in UTF-16 BE", Buffer.from("\ufeff<svg/>", "utf16le").swap16(), "image/svg+xml", ".svg"],
  ["an SVG drawing in UTF-16 without a mark", Buffer.from("<svg/>", "utf16le"), "image/svg+xml", ".svg"],
  ["a document that names SVG", text("<svgx/>"), "text/plain", ".txt"],
  ["a document type without a drawing", text("<!DOCTYPE html [<svg>]><html/>"), "text/plain", ".txt"],
  ["comments without a drawing", text(`${"<!---->".repeat(60)}x`), "text/plain", ".txt"],
  ["plain text", text("Grüße"), "text/plain", ".txt"],
  ["a web page, which is not to be opened as one", text("<!doctype html><script>1</script>"), "text/plain", ".txt"],
  ["a program, which is not to be started", Buffer.concat([text("MZ"), new Uint8Array(100)]), "application/octet-stream", ".bin"],
  ["a Flash film", Buffer.concat([text("CWS"), new Uint8Array(100)]), "application/octet-stream", ".bin"],
  ["an archive", Buffer.concat([text("PK\u0003\u0004"), new Uint8Array(100)]), "application/octet-stream", ".bin"],
  ["help with scripts", Buffer.concat([text("ITSF\u0003\0\0\0"), new Uint8Array(100)]), "application/octet-stream", ".bin"],
  ["a document", text("%PDF-1.7\n"), "application/octet-stream", ".bin"],
  ["bytes of no known kind", Uint8Array.from([0, 1, 2, 3]), "application/octet-stream", ".bin"],
  ["nothing", new Uint8Array(0), "application/octet-stream", ".bin"],
])("%s", async (_, bytes, mediaType, ending) => {
  const path = join(await temporaryFolder(), "file");
  await writeFile(path, bytes);
  expect(await detectMediaType(path)).toEqual({ mediaType, ending });
});

const unknown = Uint8Array.from([0, 1, 2, 3]);
test.each<[string, Uint8Array, string, string]>([
  ["audio/L16; rate=24000", unknown, "audio/l16", ".pcm"],
  ["video/mpeg", unknown, "video/mpeg", ".mpg"],
  ["text/csv", text("a,b"), "text/csv", ".csv"],
  ["audio/mpeg", pngBytes, "image/png", ".png"],
  ["audio/mpeg", text("an error"), "text/plain", ".txt"],
  ["text/csv", unknown, "application/octet-stream", ".bin"],
  ["application/x-shockwave-flash", unknown, "application/octet-stream", ".bin"],
  ["constructor", unknown, "application/octet-stream", ".bin"],
])("the declared type %s is used if the bytes do not show the type: %#", async (declared, bytes, mediaType, ending) => {
  const path = join(await temporaryFolder(), "file");
  await writeFile(path, bytes);
  expect(await detectMediaType(path, declared)).toEqual({ mediaType, ending });
});

const mp4 = Buffer.concat([Uint8Array.from([0, 0, 0, 24]), text("ftypisom"), new Uint8Array(12)]);
const webm = Buffer.from("1a45dfa3a34286810142f7810142f2810442f381084282847765626d", "hex");
test.each<[string, Uint8Array, string | undefined, Kind | undefined, string, string]>([
  ["MP4 for audio", mp4, undefined, "audio", "audio/mp4", ".m4a"],
  ["MP4 that is reported as audio", mp4, "audio/mp4; codecs=mp4a.40.2", undefined, "audio/mp4", ".m4a"],
  ["MP4 for a video", mp4, undefined, "video", "video/mp4", ".mp4"],
  ["WebM for audio", webm, undefined, "audio", "audio/webm", ".webm"],
  ["WebM that is reported as audio", webm, "audio/webm", "text", "audio/webm", ".webm"],
  ["WebM for a video", webm, undefined, "video", "video/webm", ".webm"],
  ["an image for audio", pngBytes, "audio/mpeg", "audio", "image/png", ".png"],
  ["samples", unknown, "audio/pcm", "audio", "audio/pcm", ".pcm"],
])("%s", async (_, bytes, declared, kind, mediaType, ending) => {
  const path = join(await temporaryFolder(), "file");
  await writeFile(path, bytes);
  expect(await detectMediaType(path, declared, kind)).toEqual({ mediaType, ending });
});
