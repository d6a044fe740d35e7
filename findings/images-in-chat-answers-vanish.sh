#!/usr/bin/env bash
# Question: who receives the image that a model draws in a chat completion (message.images, as OpenRouter, LiteLLM and others send it)?
# Guess: both the AI SDK and LangChain, because both have parts for files in answers.
# Seen: @ai-sdk/openai-compatible 3.0.92 returns the text alone, without a warning; @langchain/openai 1.6.0 returns the image too. 2026-11-29.
# For users: answers of such providers are read by a reader of our own, so that the image, which was paid for, is saved.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @ai-sdk/openai-compatible@3.0.92 @langchain/openai@1.6.0 @langchain/core@1.4.0
cat >run.mjs <<'JS'
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { ChatOpenAI } from "@langchain/openai";
const url = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const message = { role: "assistant", content: "Here it is.", images: [{ type: "image_url", image_url: { url } }] };
const usage = { prompt_tokens: 5, completion_tokens: 1290, total_tokens: 1295 };
const fetch = async () => Response.json({ id: "1", object: "chat.completion", created: 1, model: "m", choices: [{ index: 0, message, finish_reason: "stop" }], usage });
const sdk = createOpenAICompatible({ name: "gateway", baseURL: "https://gateway.example/v1", apiKey: "key", fetch }).chatModel("m");
const { content, warnings } = await sdk.doGenerate({ prompt: [{ role: "user", content: [{ type: "text", text: "Draw a dot." }] }] });
const chain = new ChatOpenAI({ model: "m", apiKey: "key", configuration: { baseURL: "https://gateway.example/v1", fetch } });
const answer = await chain.invoke("Draw a dot.");
const types = (parts) => parts.map(({ type }) => type).join(" ");
console.log(`AI SDK: ${types(content)}, ${warnings.length} warnings; LangChain: ${types(answer.content)}`);
JS
seen=$(node run.mjs)
[[ $seen == "AI SDK: text, 0 warnings; LangChain: text image" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
