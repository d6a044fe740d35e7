/** A process that runs the built-in service, begins an answer in a stream and prints its path; a test kills it. */
import * as z from "zod/mini";
import { BuiltInService } from "../../src/editor/service/builtInService.ts";

const argumentsSchema = z.object({ script: z.string(), data: z.string(), setup: z.record(z.string(), z.unknown()) });
const { script, data, setup } = argumentsSchema.parse(JSON.parse(process.argv[2] ?? ""));
const service = new BuiltInService({
  script,
  data,
  tuning: () => ({}),
  setup: async () => ({ providerKeys: {}, network: {}, ...setup }),
  onStopped: () => undefined,
  onProvidersChange: () => undefined,
  log: { info: () => undefined, warn: () => undefined },
});
const { url, key } = await service.address();
const answer = await fetch(`${url}/api/v1/responses`, {
  method: "POST",
  headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  body: JSON.stringify({ model: "local/slow", input: "x", stream: true }),
});
let text = "";
const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
while (!text.includes("begun")) text += (await reader?.read())?.value ?? "";
console.log(JSON.stringify({ url, path: `/api/v1/responses/${answer.headers.get("x-task-id")}` }));
