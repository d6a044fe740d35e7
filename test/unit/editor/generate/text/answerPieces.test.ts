/** The request of a text command for the chosen options, over a socket. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServiceClient } from "../../../../../src/client/createServiceClient.ts";
import { streamAnswer } from "../../../../../src/editor/generate/text/answerPieces.ts";
import { buildTaskRequest } from "../../../../../src/editor/requests/buildTaskRequest.ts";
import { textOptionFields } from "../../../../../src/editor/requests/optionFields.ts";
import { type RunningService, startService } from "../../../../../src/service/startService.ts";
import { type Recorder, recordRequests } from "../../../../service/recordRequests.ts";

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
  const prompt = { model: "demo-text", interface: "v1" as const, instructions: "You write.", input: "Say hello to the tide" };
  for (const chosen of [choices, {}]) {
    const { pieces, finish } = streamAnswer(client, { ...prompt, choices: chosen }, new AbortController().signal);
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
