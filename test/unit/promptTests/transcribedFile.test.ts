/** The sound that a model is asked to transcribe. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parsePromptDocument } from "../../../src/prompt/parse/promptDocument.ts";
import { readTests } from "../../../src/prompt/testing/readTests.ts";
import { planTests } from "../../../src/promptTests/planTests.ts";
import { judgedAssertionsOf, questionsAbout } from "../../../src/promptTests/repetition.ts";
import { temporaryFolder } from "../generations/temporaryFolder.ts";

const unknown = {
  width: undefined,
  height: undefined,
  duration: undefined,
  isBlank: undefined,
  loudness: undefined,
  fingerprint: undefined,
  soundFingerprint: undefined,
};

/** Of these types, the first bytes are the same for a video. The types of sounds: RFC 4337, 5334; WebM Container Guidelines. */
test.each([
  ["MP4", Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isommp42", "latin1"), "audio/mp4"],
  ["WebM", Buffer.from("\x1a\x45\xdf\xa3\x8f\x42\x82\x84webm", "latin1"), "audio/webm"],
])("%s is sent as a sound", async (_, bytes, mediaType) => {
  const path = join(await temporaryFolder(), "said");
  await writeFile(path, bytes);
  const document = parsePromptDocument(
    "---\nkind: audio\nmodel: flite\nvoice: slt\nformat: wav\ntranscriber: demo-text\ntests: [ { assert: [ { transcript: heron } ] } ]\n---\nA heron\n",
  );
  const [planned] = planTests(document, readTests(document), {}).planned;
  const [judged] = planned === undefined ? [] : judgedAssertionsOf(planned);
  if (planned === undefined || judged === undefined) throw new Error("There is no question about a sound.");
  const file = { ...unknown, format: "mp4", bytes: bytes.length, sha256: "0", path };
  const answer = { text: "", isRefused: false, cost: undefined, latency: undefined, tokens: undefined, citations: [], files: [file] };
  const [asked] = questionsAbout(planned, judged, answer);
  const request = await asked?.question.complete?.(new AbortController().signal);
  expect(JSON.stringify(request)).toContain(`data:${mediaType};base64,`);
});
