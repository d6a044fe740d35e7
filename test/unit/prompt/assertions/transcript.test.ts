/** Requests a transcript of a recording from a model, and checks it. */
import { expect, test } from "vitest";
import { buildTranscriptRequest, findWordErrors, judgeTranscript, readTranscript } from "../../../../src/prompt/assertions/transcript.ts";

test.each([
  ['{"transcript": " The tide comes in. "}', "The tide comes in."],
  ['```json\n{"transcript": ""}\n```', ""],
  ["The tide comes in.", undefined],
  ['{"transcript": 5}', undefined],
])("%j contains the transcript %j", (text, words) => {
  expect(readTranscript(text)).toBe(words);
});

test.each([
  ["The tide comes in.", "the tide, comes in", 0],
  ["the tide comes in", "the tide came in", 0.25],
  ["the tide comes in", "", 1],
  ["the tide comes in", "and now the tide comes in", 0.5],
  ["Die Flut kommt näher", "die Flut kommt na\u0308her", 0],
  ["", "anything at all", 3],
])("%j heard as %j has the word error rate %d", (expected, heard, errors) => {
  expect(findWordErrors(expected, heard)).toBe(errors);
});

const heard = (words: string | undefined) => ({ type: "transcript" as const, model: "ears", words, text: "what it wrote" });

test("words are checked by their error rate, or by the whole words in them", () => {
  expect(judgeTranscript(heard("the tide came in"), "the tide comes in")).toMatchObject({ isPassed: false });
  expect(judgeTranscript(heard("the tide came in"), "the tide comes in", 0.25)).toMatchObject({ isPassed: true });
  expect(judgeTranscript(heard("The lighthouse, at dusk"), { contains: ["at dusk", "lighthouse"] })).toMatchObject({ isPassed: true });
  expect(judgeTranscript(heard("The lighthouses"), { contains: "lighthouse" })).toMatchObject({ isPassed: false });
});

test("an invalid or missing transcript passes neither way", () => {
  expect(judgeTranscript(heard(undefined), "x")).toMatchObject({
    difference: undefined,
    message: 'ears gave no transcript: "what it wrote"',
  });
  expect(judgeTranscript(undefined, "x")).toMatchObject({ difference: undefined });
  expect(judgeTranscript(heard("x"), { max: 3 })).toMatchObject({ difference: undefined });
});

test("the recording is sent in the interface's form, with short instructions", () => {
  const v1 = buildTranscriptRequest("v1", "ears", "data:audio/wav;base64,AA");
  expect(v1).toMatchObject({
    body: { model: "ears", input: [{ content: [{}, { type: "input_audio", audio_url: "data:audio/wav;base64,AA" }] }] },
  });
  const v2 = buildTranscriptRequest("v2", "ears", "data:audio/wav;base64,AA");
  expect(v2).toMatchObject({
    body: { ai: { model: "ears" }, content: [{}, { type: "input_file", file_data: "data:audio/wav;base64,AA" }] },
  });
});
