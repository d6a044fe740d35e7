/** A request that is run again differs only in the changed fields. */
import { describe, expect, test } from "vitest";
import type { TaskRequest } from "../../../../src/contract/wireRequest.ts";
import { choicesOf } from "../../../../src/editor/requests/buildTaskRequest.ts";
import { changeRequest } from "../../../../src/editor/requests/changeRequest.ts";
import type { RequestOptions } from "../../../../src/editor/requests/requestOptions.ts";
import { referencesOf } from "../../../../src/generations/library/requestReferences.ts";
import { modelOf, promptOf } from "../../../../src/generations/newTask.ts";

const v1Image: TaskRequest = {
  interface: "v1",
  kind: "image",
  body: { tiling: true, model: "m", prompt: "A boat", size: "1k", image: [{ type: "input_image", image_url: "data:x", detail: "high" }] },
};
const v1Video: TaskRequest = { interface: "v1", kind: "video", body: { model: "m", prompt: "A boat", duration: 4, cuts: 24 } };
const v1Audio: TaskRequest = { interface: "v1", kind: "audio", body: { model: "m", input: "Hi", voice: "a", format: "mp3", pitch: 2 } };
const v2Audio: TaskRequest = {
  interface: "v2",
  kind: "audio",
  body: {
    ai: { model: "m", audio_voice: "a", pitch: 2 },
    content: [
      { type: "input_text", text: "Say" },
      { type: "input_file", file_data: "https://x.example/a.txt", note: 1 },
      { type: "input_text", text: "hello" },
    ],
    response_format: "b64_json",
    stop_sequences: ["blood"],
    trace: true,
  },
};
const v2Text = {
  interface: "v2",
  kind: "text",
  body: { type: "out_text", ai: { model: "m" }, content: [{ type: "input_text", text: "Hi" }], stop_sequences: ["x"] },
} satisfies TaskRequest;

const optionsOf = (request: TaskRequest): RequestOptions => ({
  kind: request.kind,
  interface: request.interface,
  model: modelOf(request),
  choices: choicesOf(request),
  references: referencesOf(request),
});

describe("a request that is run again", () => {
  test("unchanged is identical", () => {
    for (const request of [v1Image, v1Video, v1Audio, v2Audio, v2Text])
      expect(JSON.stringify(changeRequest(request, promptOf(request), optionsOf(request)))).toBe(JSON.stringify(request));
  });

  test("with other options, another model or another prompt keeps its other fields", () => {
    const image = { ...optionsOf(v1Image), model: "n", choices: { quality: "high" } };
    expect(changeRequest(v1Image, "A ship", image).body).toEqual({
      ...v1Image.body,
      model: "n",
      prompt: "A ship",
      quality: "high",
      size: undefined,
    });
    expect(changeRequest(v1Image, "A boat", { ...optionsOf(v1Image), references: [] }).body).not.toHaveProperty("image");
    const audio = { ...optionsOf(v2Audio), choices: { format: "wav" } };
    expect(changeRequest(v2Audio, promptOf(v2Audio), audio).body).toEqual({
      ...v2Audio.body,
      ai: { model: "m", audio_format: "wav", pitch: 2 },
    });
    expect(changeRequest(v2Text, "Ahoy", optionsOf(v2Text)).body).toEqual({
      ...v2Text.body,
      content: [{ type: "input_text", text: "Ahoy" }],
    });
  });

  test("over the other interface is written in its fields", () => {
    expect(changeRequest(v1Video, "A boat", { ...optionsOf(v1Video), interface: "v2" }).body).toEqual({
      type: "out_video",
      ai: { model: "m", video_duration: "4" },
      content: [{ type: "input_text", text: "A boat" }],
    });
  });
});

describe("a text of v2 that is run again", () => {
  test("keeps its stop phrases, also one with a comma", () => {
    const request: TaskRequest = { interface: "v2", kind: "text", body: { ...v2Text.body, stop_sequences: ["a, b", "c"] } };
    expect(optionsOf(request).choices).toEqual({ stop_sequences: '"a, b", c' });
    expect(changeRequest(request, "Hi", optionsOf(request))).toBe(request);
  });

  test("loses stop phrases that the user removes", () => {
    expect(changeRequest(v2Text, "Hi", { ...optionsOf(v2Text), choices: {} }).body).not.toHaveProperty("stop_sequences");
  });

  test("gets the instructions that the user enters, before its text", () => {
    const options = { ...optionsOf(v2Text), choices: { instructions: "Be brief.", stop_sequences: "x" } };
    expect(changeRequest(v2Text, "Hi", options).body).toEqual({
      ...v2Text.body,
      content: [{ type: "input_text", text: "Be brief.\n\nHi" }],
    });
  });
});
