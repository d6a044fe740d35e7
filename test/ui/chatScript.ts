/** The answers of the scripted models in the states of the chat, by a word of the prompt. */
import { imageToolCapability } from "../../src/demo/capabilities.ts";
import { drawPng } from "../../src/demo/image/makeImage.ts";
import { richAnswer } from "../panel/conversations.ts";
import { answerOf, type ScriptedAnswer, type ScriptedError } from "./scriptedService.ts";

const image = Buffer.from(await drawPng("A lighthouse at dusk", { size: "512x512" }, imageToolCapability, [])).toString("base64");

const longAnswer = `A word: ${"expialidocious".repeat(12)}, and \`${"code".repeat(40)}\`.\n\n| ${"wide ".repeat(9)}| b |\n|-|-|\n| 1 | 2 |\n`;
const arabicAnswer = "المنارة **برج** يضيء البحر:\n\n- نقطة أولى\n- نقطة `code` ثانية\n\n```js\nconst x = 1;\n```\n";
const citedAnswer = [
  "Lighthouses were lit by whale oil before kerosene (source: https://en.wikipedia.org/wiki/Lighthouse).",
  "Most are automatic today (source: https://www.example.org/automation).",
].join(" ");

export const chatScript: Readonly<Record<string, ScriptedAnswer | ScriptedError>> = {
  "three ways": {
    says: [
      { kind: "reasoning", text: "The user wants a **comparison**, then code." },
      { kind: "text", text: richAnswer },
    ],
    ending: "completed",
  },
  "lamp.ts lit": {
    says: [{ kind: "search" }, { kind: "text", text: citedAnswer }, { kind: "picture", data: image }],
    ending: "completed",
  },
  "Refuse this": { says: [{ kind: "refusal", text: "I cannot help with that." }], ending: "completed" },
  "Write without end": { says: [{ kind: "text", text: "A long answer that stops in the" }], ending: "incomplete" },
  "Break off": { says: [{ kind: "text", text: "Half of a", open: true }], ending: "cut" },
  "Stop working": { says: [], ending: "failed" },
  "Spoil a picture": { says: [{ kind: "picture", data: "bm90IGEgcGljdHVyZQ==" }], ending: "completed" },
  "Say nothing": { says: [], ending: "completed" },
  "Ask one that is gone": {
    status: 404,
    error: { code: "model_not_found", param: "model", message: "The model demo-text does not exist." },
  },
  "Spend it all": { status: 402, error: { code: "insufficient_quota", message: "The balance is used up." } },
  "Draw with words": { status: 400, error: { code: "invalid_request", param: "tools", message: "demo-text cannot draw." } },
  Hurry: { status: 429, error: { code: "rate_limit_exceeded", message: "Too many requests." }, retryAfter: 90 },
  "Grow slowly": { says: [{ kind: "text", text: "It **grows** while it\n\n```ts\nconst a = 1;\nconst b", open: true }], ending: "open" },
  "Think first": { says: [], ending: "open" },
  "Look it up": {
    says: [
      { kind: "reasoning", text: "First the **history**, then the picture." },
      { kind: "search" },
      { kind: "text", text: "Here is what I found so far" },
      { kind: "search", open: true },
      { kind: "picture" },
    ],
    ending: "open",
  },
  "How high": answerOf("Jeddah Light is **133 m** high."),
  "ما هي المنارة؟": answerOf(arabicAnswer),
  supercalifragilistic: answerOf(longAnswer),
};
