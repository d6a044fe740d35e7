#!/usr/bin/env bash
# Question: does LangChain pass on that a model has to call a function, or may not, where it speaks the Responses interface?
# Guess: `tool_choice: "required"` and `"none"` are in the request, as in its chat completions.
# Seen: they are in its chat completions only. With `useResponsesApi`, the request has no tool_choice at all, without a word; the name of a
#   function is passed on. @langchain/openai 1.6.0, 2026-11-29.
# For users: a model that answers in words although a call was required may never have been told; the tests require a call by its name.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts @langchain/openai@1.6.0 @langchain/core@1.4.0 zod@4.1.12 >>npm.log 2>&1
cat >seen.mjs <<'END'
import { createServer } from "node:http";
import { tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import * as z from "zod";
const sent = [];
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  sent.push(JSON.parse(body).tool_choice ?? "nothing");
  response.writeHead(400, { "content-type": "application/json" }).end("{}");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const baseURL = `http://127.0.0.1:${server.address().port}/v1`;
const weather = tool(async () => "rain", { name: "weather", description: "Weather", schema: z.object({ city: z.string() }) });
for (const useResponsesApi of [false, true])
  for (const choice of ["required", "none", "weather"]) {
    const model = new ChatOpenAI({ model: "m", apiKey: "k", useResponsesApi, maxRetries: 0, configuration: { baseURL } });
    await model.bindTools([weather], { tool_choice: choice }).invoke("Hello").catch(() => undefined);
  }
server.close();
const shown = sent.map((one) => (typeof one === "string" ? one : one.type));
console.log(`chat completions: ${shown.slice(0, 3).join(", ")}; responses: ${shown.slice(3).join(", ")}`);
END
seen=$(node seen.mjs)
[[ $seen == "chat completions: required, none, function; responses: nothing, nothing, function" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
