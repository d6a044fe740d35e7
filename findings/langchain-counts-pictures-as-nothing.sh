#!/usr/bin/env bash
# Question: when is a conversation with pictures, sounds or documents made shorter by LangChain's summarizationMiddleware, which counts tokens?
# Guess: too early: a file in base64 is a long text, and its letters are counted.
# Seen: countTokensApproximately of langchain 1.5.14 counts the text beside a file alone: a question of 13 letters has 4 tokens, with a picture, a PDF or a sound of
#   300 kB, too, in each form of its messages, and a picture alone has 0. With a limit of 100 tokens, a conversation of 40 pictures is sent
#   whole, while one of 40 sentences is summarized. 2026-11-30.
# For users: give the middleware a tokenCounter of your own that adds what the provider charges for a picture (some 250 to 1,600 tokens), or trigger by messages.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent langchain@1.5.14 @langchain/core@1.4.0
cat >run.mjs <<'JS'
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { countTokensApproximately, createAgent, summarizationMiddleware } from "langchain";
const data = "A".repeat(400_000);
const text = { type: "text", text: "What is this?" };
const messages = {
  text: new HumanMessage({ content: [text] }),
  "text and image_url": new HumanMessage({ content: [text, { type: "image_url", image_url: { url: `data:image/png;base64,${data}` } }] }),
  "text and image": new HumanMessage({ contentBlocks: [text, { type: "image", mimeType: "image/png", data }] }),
  "text and PDF": new HumanMessage({ contentBlocks: [text, { type: "file", mimeType: "application/pdf", data }] }),
  "text and sound": new HumanMessage({ contentBlocks: [text, { type: "audio", mimeType: "audio/wav", data }] }),
  image: new HumanMessage({ contentBlocks: [{ type: "image", mimeType: "image/png", data }] }),
};
const counts = Object.entries(messages).map(([name, message]) => `${name} ${countTokensApproximately([message])}`);
class Model extends FakeListChatModel {
  bindTools() {
    return this;
  }
}
/** How many messages are left of a conversation of 40 questions and answers. */
const leftOf = async (question) => {
  const model = new Model({ responses: ["Short.", "Yes."] });
  const agent = createAgent({ model, tools: [], middleware: [summarizationMiddleware({ model, trigger: { tokens: 100 }, keep: { messages: 2 } })] });
  const conversation = Array.from({ length: 40 }, () => [new HumanMessage(question), new AIMessage("")]).flat();
  const { messages: left } = await agent.invoke({ messages: [...conversation, new HumanMessage("And?")] });
  return left.length;
};
const picture = { contentBlocks: [{ type: "image", mimeType: "image/png", data: data.slice(0, 4_000) }] };
console.log(`tokens of ${counts.join(", ")}; messages left of 40 sentences ${await leftOf("What is in this picture?")}, of 40 pictures ${await leftOf(picture)}`);
JS
seen=$(node run.mjs)
expected="tokens of text 4, text and image_url 4, text and image 4, text and PDF 4, text and sound 4, image 0; messages left of 40 sentences 4, of 40 pictures 82"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
