/** A request with added fields can be run again, and saved as a prompt document, in both versions of the interface. */
import { expect, test } from "vitest";
import { type AddedField, addedNames, hasAddedField } from "../../../../src/contract/addedFields.ts";
import { mediaKinds } from "../../../../src/contract/kind.ts";
import { buildTaskRequest, choicesOf } from "../../../../src/editor/requests/buildTaskRequest.ts";
import { separateTexts } from "../../../../src/generations/generation.ts";
import { compile } from "../../../../src/prompt/compile/compile.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { writePromptDocument } from "../../../../src/prompt/write/writePromptDocument.ts";

/** As the form has them. Some are read as another type in YAML. */
const values: Record<AddedField, string> = {
  ...{ n: "2", seed: "0", steps: "9", guidance: "3.5", strength: "0" },
  ...{ negative_prompt: "fog: no", background: "transparent", upscale: "2", output_format: "png" },
  ...{ mask: "https://a.example/mask.png", last_frame: "https://a.example/last.png" },
  ...{ generate_audio: "false", fps: "24", voice_instructions: "softly, then loud", language: "no" },
};
const required = { image: {}, video: {}, audio: { voice: "slt", format: "wav" } };

const table = mediaKinds.flatMap((kind) =>
  addedNames
    .filter((name) => hasAddedField(kind, name))
    .flatMap((name) => (["v1", "v2"] as const).map((version) => [kind, name, version] as const)),
);

test.each(table)("%s with %s in %s", (kind, name, version) => {
  const choices = { ...required[kind], [name]: values[name] };
  const options = { kind, interface: version, model: "m", choices, references: kind === "audio" ? [] : ["https://a.example/first.png"] };
  const request = buildTaskRequest("A boat", options);
  expect(choicesOf(request)).toEqual(choices);
  const { requests, errors } = compile(parsePromptDocument(writePromptDocument(request)), {});
  expect(errors).toEqual([]);
  expect(separateTexts(requests).tasks.map((task) => task.request)).toEqual([request]);
});
