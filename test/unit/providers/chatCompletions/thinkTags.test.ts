/** Reasoning in marks that are cut at any place. */
import { expect, test } from "vitest";
import { type ThinkPiece, ThinkTags } from "../../../../src/providers/chatCompletions/thinkTags.ts";

interface Read {
  text: string;
  reasoning: string;
}

function read(chunks: readonly string[]): Read {
  const pieces: ThinkPiece[] = [];
  const tags = new ThinkTags({ holdsText: false, emit: (piece) => pieces.push(piece) });
  for (const chunk of chunks) {
    tags.add(chunk);
    tags.endPacket();
  }
  tags.end();
  const late = pieces.findLastIndex(({ type }) => type === "textWasReasoning");
  const textOf = (isReasoning: boolean) =>
    pieces
      .map((piece, at) =>
        piece.type !== "textWasReasoning" && (piece.type === "reasoning" || at < late) === isReasoning ? piece.text : "",
      )
      .join("");
  return { text: textOf(false), reasoning: textOf(true) };
}

const hello = (reasoning: string, text = "Hello"): Read => ({ text, reasoning });
const channel = (name: string) => `<|channel|>${name}<|message|>`;
const next = (name: string) => `<|start|>assistant${channel(name)}`;

const thoughts: Readonly<Record<string, [whole: string, expected: Read]>> = {
  "Granite's sentences": ["Here is my thought process:\n\nThey greet.\n\nHere is my response:\n\nHello", hello("They greet.")],
  "Granite's other sentences": ["Here's my thought process: They greet.\nHere's my response: Hello", hello("They greet.")],
  "Granite's sentences in one line": ["Here is my thought process: They greet. Here is my response: Hello", hello("They greet.")],
  "Granite's sentences with a thought that names the other one": [
    'Here is my thought process: They say "Here is my response:" to me.\nHere is my response: Hello',
    hello('They say "Here is my response:" to me.'),
  ],
  "Granite's sentences without an answer": ["Here is my thought process:\nThey greet.\nHere is my response:", hello("They greet.", "")],
  "gpt-oss without special tokens": ["analysisWe need to greet.assistantfinalHello", hello("We need to greet.")],
  "gpt-oss without special tokens, with a quote": ['analysis"Hi" needs a greeting.assistantfinalHello', hello('"Hi" needs a greeting.')],
  "gpt-oss without special tokens, in Japanese": ["analysis挨拶です。assistantfinalこんにちは", hello("挨拶です。", "こんにちは")],
  "gpt-oss without special tokens, with two thoughts": [
    "analysisThey greet.assistantanalysisI greet.assistantfinalHello",
    hello("They greet.\n\nI greet."),
  ],
  "gpt-oss without special tokens, with Markdown": ["analysisA list.assistantfinal\n- Hello", hello("A list.", "- Hello")],
  "gpt-oss": [`${channel("analysis")}They greet.<|end|>${next("final")}Hello<|return|>`, hello("They greet.")],
  "gpt-oss without the end of its analysis": [`${channel("analysis")}They greet.${next("final")}Hello`, hello("They greet.")],
  "gpt-oss with two thoughts": [
    `${channel("analysis")}They greet.<|end|>${next("analysis")}I greet.<|end|>${next("final")}Hello`,
    hello("They greet.I greet."),
  ],
  "gpt-oss with an announcement": [
    `${channel("analysis")}They greet.<|end|>${next("commentary")}A moment.<|end|>${next("final")}Hello<|return|>`,
    hello("They greet.", "A moment.\n\nHello"),
  ],
  "gpt-oss with an announcement before its thought": [
    `${channel("commentary")}A moment.<|end|>${next("analysis")}They greet.<|end|>${next("final")}Hello`,
    hello("They greet.", "A moment.\n\nHello"),
  ],
  "a thought whose characters become longer in lower case": ["<think>İstanbul İİİ</think>Hello", hello("İstanbul İİİ")],
  "a thought with such characters that only ends": ["İstanbul İİİ\n</think>\nHello", hello("İstanbul İİİ\n")],
};

const prose = [
  "Here is my thought process: I look at the tide first.\nThen at the wind.",
  'Here is my thought process: I end it with "Here is my response:" and stop.',
  "Here is my response: Hello",
  "My answer. Here is my thought process: They greet. Here is my response: Hello",
  "Here is my thoughtful answer: Hello",
  "He",
  "analysis of the tide: assistantfinal is a mark of gpt-oss.",
  "analysis",
  "analysis.py reads the answer and finds assistantfinal.",
  "analysisWe is what `assistantfinal` follows.",
  "analysisResult = assistant",
  "Analysis: the word analysisWe comes before assistantfinalHello in such texts.",
  "The marks are <|channel|>analysis<|message|>, <|end|> and <|start|>assistant<|channel|>final<|message|>.",
  "The tide <|end|><|start|>assistant<|channel|>final<|message|> comes in.",
];

/** Whole, in two parts at every place, and one character at a time. */
function waysToCut(whole: string): string[][] {
  const halves = Array.from({ length: whole.length - 1 }, (_, at) => [whole.slice(0, at + 1), whole.slice(at + 1)]);
  return [[whole], ...halves, whole.split("")];
}
const strip = ({ text, reasoning }: Read) => ({ text: text.trim(), reasoning: reasoning.trim() });

test.each(Object.entries(thoughts))("%s becomes reasoning, wherever it is cut", (_, [whole, expected]) => {
  for (const chunks of waysToCut(whole)) expect(strip(read(chunks)), JSON.stringify(chunks)).toEqual(strip(expected));
});

test.each(prose)("a text stays text, wherever it is cut: %s", (text) => {
  for (const chunks of waysToCut(text)) expect(read(chunks), JSON.stringify(chunks)).toEqual({ text, reasoning: "" });
});
