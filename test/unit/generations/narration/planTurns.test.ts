/** How a dialogue is divided into requests, and who has which voice. */
import { expect, test } from "vitest";
import type { TaskRequest } from "../../../../src/contract/wireRequest.ts";
import { planTurns } from "../../../../src/generations/narration/planTurns.ts";

const dialogue = "Anna: Hello there.\nBen: Hi!\nCleo: Good evening.\nAnna: Bye.";
const request = (input: string, voice = "two"): TaskRequest => ({
  interface: "v1",
  kind: "audio",
  body: { model: "m", input, voice, format: "mp3", speed: 1.5 },
});
const voicesOf = (turns: readonly { request: TaskRequest }[] | undefined) =>
  turns?.map(({ request: { body } }) => ("voice" in body ? body.voice : undefined));

test("each speaker has a voice of its own, beginning with the chosen one, as long as there are enough", () => {
  const narration = planTurns(request(dialogue), ["one", "two", "three"]);
  expect(voicesOf(narration?.turns)).toEqual(["two", "one", "three", "two"]);
  expect(narration?.voices).toEqual({ Anna: "two", Ben: "one", Cleo: "three" });
  expect(narration?.newSpeakers).toEqual(["Anna", "Ben", "Cleo"]);
  expect(voicesOf(planTurns(request(dialogue), ["one", "two"])?.turns)).toEqual(["two", "one", "two", "two"]);
});

test("voices that were chosen before or are named in the text are kept; those that the model does not have are not", () => {
  const known = { Anna: "three", Ben: "gone" };
  expect(voicesOf(planTurns(request(dialogue), ["one", "two", "three"], known)?.turns)).toEqual(["three", "two", "one", "three"]);
  expect(planTurns(request(dialogue), ["one", "two", "three"], known)?.newSpeakers).toEqual(["Ben", "Cleo"]);
  const named = "Anna (one): Hello there.\nBen: Hi!\nAnna: Bye.";
  expect(voicesOf(planTurns(request(named), ["one", "two", "three"], known)?.turns)).toEqual(["one", "two", "one"]);
});

test("a turn is the request with the turn's text and voice", () => {
  const [first] = planTurns(request(dialogue), ["one", "two"])?.turns ?? [];
  expect(first).toEqual({ title: "Anna: Hello there.", request: request("Hello there.", "two") });
  const v2: TaskRequest = {
    interface: "v2",
    kind: "audio",
    body: {
      type: "out_audio",
      ai: { model: "m", audio_voice: "two" },
      content: [{ type: "input_text", text: dialogue }],
      response_format: "url",
    },
  };
  expect(planTurns(v2, ["one", "two"])?.turns[1]?.request).toEqual({
    ...v2,
    body: { ...v2.body, ai: { model: "m", audio_voice: "one" }, content: [{ type: "input_text", text: "Hi!" }] },
  });
});

test("of a model that announces no voices, the text may name one for each speaker", () => {
  const named = "Anna (one): Hello there.\nBen (two): Hi!\nAnna: Bye.";
  expect(voicesOf(planTurns(request(named), [])?.turns)).toEqual(["one", "two", "one"]);
  expect(planTurns(request("Anna (smiles): Hello there.\nBen: Hi!\nAnna: Bye."), [])).toBeUndefined();
});

test("what is not a dialogue, or has a model with one voice, is narrated as it is", () => {
  expect(planTurns(request("A red fox."), ["one", "two"])).toBeUndefined();
  expect(planTurns(request(dialogue), ["one"])).toBeUndefined();
  expect(planTurns({ interface: "v1", kind: "image", body: { model: "m", prompt: dialogue } }, ["one", "two"])).toBeUndefined();
});
