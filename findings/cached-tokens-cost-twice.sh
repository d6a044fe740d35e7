#!/usr/bin/env bash
# Question: do packages with a table of prices charge the part of a prompt that came from the provider's cache once, at its lower price?
# Guess: yes: OpenAI and the AI SDK state the cached tokens as a part of the input tokens.
# Seen: tokenlens 1.3.1 adds them: of a million input tokens of gpt-4o, 900,000 of them cached, it makes 3.625 dollars instead of 1.375, which is more than
#   without a cache (2.5), for the usage of OpenAI's chat completions and for inputTokens with cachedInputTokens of the AI SDK. What the AI SDK has written
#   since version 6, inputTokenDetails.cacheReadTokens, it does not read: 2.5. @pydantic/genai-prices 0.1.8 says 1.375. 2026-11-30.
# For users: take the cached tokens off the input tokens before tokenlens sees them; the service charges them once, by the price of cached input.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent tokenlens@1.3.1 @pydantic/genai-prices@0.1.8
cat >run.mjs <<'JS'
import { calcPrice, extractUsage, findProvider } from "@pydantic/genai-prices";
import { costFromUsage } from "tokenlens";
const openai = { prompt_tokens: 1e6, completion_tokens: 0, total_tokens: 1e6, prompt_tokens_details: { cached_tokens: 9e5 } };
const byTokenlens = (usage) => costFromUsage({ id: "openai:gpt-4o", usage });
const { usage } = extractUsage(findProvider({ providerId: "openai" }), { model: "gpt-4o", usage: openai }, "chat");
console.log(
  [
    byTokenlens({ ...openai, prompt_tokens_details: {} }),
    byTokenlens(openai),
    byTokenlens({ inputTokens: 1e6, outputTokens: 0, cachedInputTokens: 9e5 }),
    byTokenlens({ inputTokens: 1e6, outputTokens: 0, inputTokenDetails: { noCacheTokens: 1e5, cacheReadTokens: 9e5, cacheWriteTokens: 0 } }),
    calcPrice(usage, "gpt-4o", { providerId: "openai" }).total_price,
  ].join(" "),
);
JS
seen=$(node run.mjs)
[[ $seen == "2.5 3.625 3.625 2.5 1.375" ]] || { echo "$seen"; exit 1; }
echo "seen: tokenlens without a cache, with one (OpenAI, AI SDK 5, AI SDK 6 and 7), and genai-prices: $seen"
