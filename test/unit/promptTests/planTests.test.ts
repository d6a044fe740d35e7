/** The requests for the tests of a document. */
import { expect, test } from "vitest";
import { parsePromptDocument } from "../../../src/prompt/parse/promptDocument.ts";
import { readTests } from "../../../src/prompt/testing/readTests.ts";
import { type PlanOptions, planTests } from "../../../src/promptTests/planTests.ts";

function plan(front: string, options?: PlanOptions, body = "A heron") {
  const document = parsePromptDocument(`---\n${front}\n---\n${body}\n`);
  return planTests(document, readTests(document), {}, options);
}
const sent = (front: string, options?: PlanOptions, body?: string) => plan(front, options, body).planned.map(({ request }) => request);

test("a model of another kind gets the document's prompt as a request of its kind", () => {
  const front = "model: demo-text\ninstructions: Be brief\ntests: [ { models: [demo-text, demo-image, local/sd-turbo] } ]";
  expect(sent(front)).toEqual([
    { interface: "v1", kind: "text", body: { model: "demo-text", instructions: "Be brief", input: "A heron" } },
    { interface: "v1", kind: "image", body: { model: "demo-image", prompt: "A heron" } },
    { interface: "v1", kind: "image", body: { model: "local/sd-turbo", prompt: "A heron" } },
  ]);
});

test("the service's data on a model overrides its name, and the case overrides both", () => {
  const known = [{ id: "demo-image", abilities: { text: "no", image: "no", video: "yes" } }] as const;
  const front = "model: demo-text\ntests: [ { models: [demo-image] }, { kind: image, models: [demo-image] } ]";
  expect(sent(front, { known }).map(({ kind }) => kind)).toEqual(["video", "image"]);
});

test("the document's own model generates the document's kind, and so does one that might", () => {
  const known = [{ id: "any", abilities: { text: "perhaps", image: "yes" } }] as const;
  expect(sent("model: demo-image\ntests: [ {} ]").map(({ kind }) => kind)).toEqual(["text"]);
  expect(sent("model: demo-text\ntests: [ { models: [any] } ]", { known }).map(({ kind }) => kind)).toEqual(["text"]);
});

test("models that replace all others generate their own kinds", () => {
  expect(sent("model: demo-text\ntests: [ {} ]", { models: ["demo-image"] })).toEqual([
    { interface: "v1", kind: "image", body: { model: "demo-image", prompt: "A heron" } },
  ]);
});

test("the prompt may be written in its field, and v2 has the kind in its type", () => {
  expect(sent("model: demo-text\ninput: A heron\ntests: [ { models: [demo-image] } ]", {}, "")).toMatchObject([
    { kind: "image", body: { prompt: "A heron" } },
  ]);
  expect(sent("interface: v2\nmodel: demo-text\ntests: [ { models: [demo-image] } ]")).toMatchObject([
    { interface: "v2", kind: "image", body: { type: "out_image", ai: { model: "demo-image" } } },
  ]);
});

test("a request that lacks a field of the other kind is an error of its case", () => {
  const { planned, errors } = plan("model: demo-text\ntests: [ { description: said, kind: audio, models: [flite] }, {} ]");
  expect(planned.map(({ request }) => request.kind)).toEqual(["text"]);
  expect(errors.map(({ test: { name }, message }) => [name, message])).toContainEqual([
    "said",
    expect.stringMatching(/^The case makes audio, and its document text\. voice needs a value of type string\./),
  ]);
});
