/** The request of a text command for the chosen options, over a socket. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServiceClient } from "../../../../../src/client/createServiceClient.ts";
import { buildStreamedText, buildTextRequest, readAnswer } from "../../../../../src/editor/generate/text/answerPieces.ts";
import { buildTaskRequest } from "../../../../../src/editor/requests/buildTaskRequest.ts";
import { textOptionFields } from "../../../../../src/editor/requests/optionFields.ts";
import { type RunningService, startService } from "../../../../../src/service/startService.ts";
import { type Recorder, recordRequests } from "../../../../service/recordRequests.ts";
import { startUnrecorded } from "../../../generations/startUnrecorded.ts";

const prompt = { model: "demo-text", interface: "v1" as const, instructions: "You write.", input: "Say hello to the tide" };

let service: RunningService;
let recorder: Recorder;
beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0 });
  recorder = await recordRequests(service.url);
});
afterAll(async () => {
  recorder.close();
  await service.close();
});

test("v1 sends effort, web search and the instructions after the command's own", async () => {
  const client = createServiceClient({ baseUrl: recorder.url, key: async () => service.key });
  const choices = { effort: "low", web_search: "on", instructions: "Be brief." };
  for (const chosen of [choices, {}]) {
    const { body } = buildStreamedText({ ...prompt, choices: chosen });
    const { pieces, finish } = readAnswer(await startUnrecorded(client)(body));
    let text = "";
    for await (const piece of pieces) text += piece;
    expect(text).toContain("tide");
    await finish();
  }
  await client.close();
  const body = { model: "demo-text", input: "Say hello to the tide", stream: true };
  expect(recorder.bodies).toEqual([
    { ...body, instructions: "You write.\n\nBe brief.", reasoning: { effort: "low" }, tools: [{ type: "web_search" }] },
    { ...body, instructions: "You write." },
  ]);
  expect(textOptionFields("v1").map(({ name }) => name)).toEqual(Object.keys(choices));
});

test("v2 sends stop phrases, and leaves out empty ones", () => {
  const options = { kind: "text", interface: "v2", model: "m", references: [] } as const;
  const bodyWith = (stop_sequences: string) => buildTaskRequest("p", { ...options, choices: { stop_sequences } }).body;
  expect(bodyWith("storm, gale ,,")).toMatchObject({ stop_sequences: ["storm", "gale"] });
  expect(bodyWith(" ,")).not.toHaveProperty("stop_sequences");
  expect(textOptionFields("v2").map(({ name }) => name)).toEqual(["instructions", "stop_sequences"]);
});

const v2Prompt = { ...prompt, interface: "v2" as const, instructions: "You edit a document. Answer with the text alone." };
const requestWith = (chosen: Record<string, string>) => buildTextRequest({ ...v2Prompt, choices: chosen }).body;

test("v2 puts the command's and the user's instructions before the text", () => {
  expect(requestWith({ instructions: "Be brief." })).toMatchObject({
    content: [{ type: "input_text", text: `${v2Prompt.instructions}\n\nBe brief.\n\n${prompt.input}` }],
  });
});

// The service blocks a request whose text contains a phrase. Source: spec, "POST /api/v2".
test.each([
  ["phrases that only the command's own instructions contain are left out", "document, Text, gale", ["gale"]],
  ["phrases that the user's text contains are sent", "tide, text", ["tide"]],
  ["a phrase with a comma is written in quotes", '"storm, gale", "say ""no"""', ["storm, gale", 'say "no"']],
])("%s", (_, stop_sequences, sent) => {
  expect(requestWith({ stop_sequences })).toMatchObject({ stop_sequences: sent });
});

test("a phrase that the user's own instructions contain is sent", () => {
  expect(requestWith({ instructions: "Mention the document.", stop_sequences: "document" })).toMatchObject({
    stop_sequences: ["document"],
  });
});

test("more than 50 stop phrases are refused before anything is sent", () => {
  const phrases = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`).join();
  expect(requestWith({ stop_sequences: phrases(50) })).toMatchObject({ stop_sequences: expect.objectContaining({ length: 50 }) });
  expect(() => requestWith({ stop_sequences: phrases(51) })).toThrow(
    expect.objectContaining({ kind: "invalidRequest", param: "stop_sequences" }),
  );
});

test("instructions that are too long together with the command's are refused before anything is sent", () => {
  const ask = (length: number) => buildStreamedText({ ...prompt, choices: { instructions: "é".repeat(length) } });
  const room = 2000 - prompt.instructions.length - 2;
  expect(() => ask(room)).not.toThrow();
  expect(() => ask(room + 1)).toThrow(expect.objectContaining({ kind: "invalidRequest", param: "instructions" }));
});
