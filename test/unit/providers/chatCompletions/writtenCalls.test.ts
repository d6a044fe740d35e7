/** Function calls that engines leave in the text, whole and cut off at any place, with the reader of answers. */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { tryParseJson } from "../../../../src/contract/tryParseJson.ts";
import { AnswerReader } from "../../../../src/providers/chatCompletions/answerReader.ts";
import { WrittenCalls } from "../../../../src/providers/chatCompletions/writtenCalls/writtenCalls.ts";
import { delta, finish, text } from "../../../providers/engineAnswers/engineAnswer.ts";
import { parameters, writtenCalls } from "../../../providers/engineAnswers/writtenCalls.ts";
import { writtenTexts } from "../../../providers/engineAnswers/writtenTexts.ts";

const functions = new Map<string, unknown>([
  ["get_weather", parameters],
  ["get_time", { type: "object", properties: {} }],
]);

function read(chunks: readonly string[], write: (chunk: string) => string = text) {
  const parts: LanguageModelV4StreamPart[] = [];
  const reader = new AnswerReader({ holdsText: false, functions, emit: (part) => parts.push(part), onOdd: () => undefined });
  const encoder = new TextEncoder();
  for (const chunk of [...chunks.map(write), finish("stop")]) reader.add(encoder.encode(chunk));
  reader.end();
  const join = (type: "text-delta" | "reasoning-delta") => parts.map((part) => (part.type === type ? part.delta : "")).join("");
  return {
    text: join("text-delta"),
    reasoning: join("reasoning-delta"),
    calls: parts.flatMap((part) => (part.type === "tool-call" ? [[part.toolName, part.input]] : [])),
  };
}

/** Whole, in two parts at every place, and one character at a time. */
function waysToCut(whole: string): string[][] {
  const halves = Array.from({ length: whole.length - 1 }, (_, at) => [whole.slice(0, at + 1), whole.slice(at + 1)]);
  return [[whole], ...halves, whole.split("")];
}

test.each(Object.entries(writtenCalls))("%s, wherever it is cut by deltas", (_, { whole, calls, text: written = "", reasoning = "" }) => {
  for (const chunks of waysToCut(whole)) {
    const found = read(chunks);
    expect({ ...found, text: found.text.trim() }, JSON.stringify(chunks)).toEqual({ text: written.trim(), reasoning, calls });
  }
});

test.each(Object.entries(writtenCalls))(
  "%s, cut off anywhere: no call is complete that was not",
  (_, { whole, calls, text: written = "", reasoning = "" }) => {
    for (let end = 1; end < whole.length; end += 1) {
      const found = read([whole.slice(0, end)]);
      const complete = found.calls.filter(([, given = ""]) => given === "" || tryParseJson(given) !== undefined);
      expect(calls.slice(0, complete.length), whole.slice(0, end)).toEqual(complete);
      expect(found.calls.length - complete.length, whole.slice(0, end)).toBeLessThanOrEqual(1);
      // What is no call yet is shown.
      if (found.calls.length === 0 && reasoning === "" && written === "") expect(found.text, whole.slice(0, end)).not.toBe("");
    }
  },
);

test.each(writtenTexts)("a text stays text, wherever it is cut: %s", (whole) => {
  for (const chunks of waysToCut(whole)) expect(read(chunks), JSON.stringify(chunks)).toEqual({ text: whole, reasoning: "", calls: [] });
});

test.each(Object.entries(writtenCalls).filter(([, { text: written, reasoning }]) => written === undefined && reasoning === undefined))(
  "%s, as all of the reasoning",
  (_, { whole, calls }) => {
    for (const chunks of [[whole], whole.split("")]) {
      const found = read(chunks, (reasoning_content) => delta({ reasoning_content }));
      expect(found, JSON.stringify(chunks)).toEqual({ text: "", reasoning: whole, calls });
    }
  },
);

/** How many characters are held back at most, if they arrive one at a time. */
function mostHeld(whole: string): number {
  const written = new WrittenCalls(functions);
  let held = 0;
  let most = 0;
  for (const character of whole) {
    held += character.length - written.add(character).length;
    most = Math.max(most, held);
  }
  return most;
}

const long = "A heron waits. ".repeat(100);
const members = JSON.stringify({ city: "Oslo", about: long });

test.each([
  ["prose", long, 1],
  ["JSON with other members", members, 3],
  ["JSON that begins as a call", `{"type":"object","properties":${members}}`, 160],
  ["a list of objects", `[${members}]`, 4],
  ["a list of numbers", JSON.stringify(Array.from({ length: 500 }, (_, index) => index)), 2],
  ["a list without an end", "[".repeat(1000), 320],
  ["a bracket before spaces", `[${" ".repeat(1000)}`, 320],
  ["JSON with a long id", `{"id":"${long}"}`, 320],
  ["a task list", `[ ] ${long}`, 3],
  ["a link", `[get_weather](https://example.com) ${long}`, 13],
  ["another function", `[get_tides(city="${long}")]`, 7],
  ["a block of code", `\`\`\`js\n${members}\n\`\`\``, 5],
  ["a list on a line of its own", `A heron:\n[waits, and ${long}`, 2],
  ["a link on a line of its own", `A heron:\n[get_weather](https://example.com) ${long}`, 13],
  ["a list of another function after a text", `A heron:\n[get_tides(city="${long}")]`, 7],
  ["a block for another function", `\`\`\`tool_code\nget_tides(city="${long}")\n\`\`\``, 22],
  ["words in marks of code", `\`heron\` and \`\`waits\`\` ${long}`, 3],
  ["JSON in a block of code", `\`\`\`json\n${members}\n\`\`\``, 12],
])("%s is passed on before its end", (_, whole, most) => {
  expect(mostHeld(whole)).toBeLessThanOrEqual(most);
});

test.each([`{"name": "get_weather", "arguments": {}}`, "[get_weather()]", "A heron:\n[get_weather()]", "```tool_code\nget_weather()\n```"])(
  "text after %s is passed on before its end",
  (whole) => {
    expect(mostHeld(`${whole} is a call. ${long}`)).toBeLessThanOrEqual(2 * whole.length);
  },
);
