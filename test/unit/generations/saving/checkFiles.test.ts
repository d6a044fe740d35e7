/** Which received files are files of the requested kind. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Kind } from "../../../../src/contract/kind.ts";
import { checkFiles } from "../../../../src/generations/saving/checkFiles.ts";
import { pngBytes } from "../scriptedClient.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

interface Given {
  bytes: Uint8Array | string;
  mediaType?: string;
  says?: string;
}

async function check(given: readonly Given[], kind: Kind, format?: string) {
  const folder = await temporaryFolder();
  const files = await Promise.all(
    given.map(async ({ bytes, mediaType, says }, index) => {
      const path = join(folder, String(index));
      await writeFile(path, bytes);
      return { path, size: bytes.length, sha256: "", mediaType, name: undefined, says };
    }),
  );
  const checked = await checkFiles(files, kind, format);
  return { endings: checked.files.map(({ detected }) => detected.ending), refused: checked.refused.map(({ message }) => message) };
}

const page: Given = { bytes: "<html></html>", mediaType: "image/png", says: "a web page" };
const sample = Uint8Array.from([0, 1, 2, 3]);

test.each<[string, Given[], Kind, string | undefined, string[], string[]]>([
  ["an error page for an image", [page], "image", undefined, [], ["The service sent something else than an image: a web page"]],
  [
    "an error in JSON for audio",
    [{ bytes: '{"error":"No credits."}', says: "No credits." }],
    "audio",
    "mp3",
    [],
    ["The service sent something else than audio: No credits."],
  ],
  ["words for a video", [{ bytes: "Rate limited" }], "video", undefined, [], ["The service sent something else than video: a text"]],
  [
    "words that are reported as such",
    [{ bytes: "x", mediaType: "text/plain" }],
    "image",
    undefined,
    [],
    [expect.stringContaining("a text")],
  ],
  ["a page beside an image", [{ bytes: pngBytes }, page], "image", undefined, [".png"], [expect.stringContaining("a web page")]],
  [
    "subtitles beside a video",
    [{ bytes: pngBytes }, { bytes: "Hello", mediaType: "text/plain" }],
    "video",
    undefined,
    [".png", ".txt"],
    [],
  ],
  ["a text for a text", [{ bytes: "Hello" }], "text", undefined, [".txt"], []],
  ["samples in the format pcm", [{ bytes: sample }], "audio", "pcm", [".pcm"], []],
  ["samples in the format pcm_24000", [{ bytes: sample }], "audio", "PCM_24000", [".pcm"], []],
  ["samples in the format l16", [{ bytes: sample }], "audio", "l16", [".pcm"], []],
  ["bytes in the format aac", [{ bytes: sample }], "audio", "aac", [".aac"], []],
  ["bytes in the format mp3", [{ bytes: sample }], "audio", "mp3", [".mp3"], []],
  ["bytes without a format", [{ bytes: sample }], "audio", undefined, [".bin"], []],
  ["a data URI's type before the format", [{ bytes: sample, mediaType: "audio/aac" }], "audio", "pcm", [".aac"], []],
])("%s", async (_, given, kind, format, endings, refused) => {
  expect(await check(given, kind, format)).toEqual({ endings, refused });
});
