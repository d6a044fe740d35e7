/** Reasoning in the marks of models whose engine does not read them. Sources: vLLM's and llama.cpp's parsers of reasoning, the models' cards. */
import { type EngineAnswers, type ExpectedAnswer, hello, ofThought, text, thought } from "../../../providers/engineAnswers/engineAnswer.ts";

/** As one delta, and one character a delta. */
const bothWays = (name: string, whole: string, expected: ExpectedAnswer = thought): EngineAnswers => ({
  [name]: ofThought([text(whole)], expected),
  [`${name}, one character a delta`]: ofThought([...whole].map(text), expected),
});

export const wrappedThoughts: EngineAnswers = {
  "a closing mark of Apriel's steps": ofThought([text("They greet.\n[BEGIN FINAL RESPONSE]\nHello")]),
  ...bothWays("tags of an answer, for which prompts ask", "<think>They greet.</think>\n<answer>Hello</answer>", {
    text: "<answer>Hello</answer>",
    reasoning: "They greet.",
  }),
  ...bothWays("MedGemma's unused tokens", "<unused94>thought\nThey greet.<unused95>Hello"),
  ...bothWays("Solar's turns", "<|think|>They greet.<|end|><|begin|>assistant<|content|>Hello"),
  ...bothWays(
    "gpt-oss without the end of its analysis",
    "<|channel|>analysis<|message|>They greet.<|start|>assistant<|channel|>final<|message|>Hello",
  ),
  ...bothWays(
    "gpt-oss with the end of its answer",
    "<|channel|>analysis<|message|>They greet.<|end|><|start|>assistant<|channel|>final<|message|>Hello<|return|>",
  ),
  ...bothWays("gpt-oss without an analysis", "<|channel|>final<|message|>Hello<|return|>", hello),
  ...bothWays(
    "gpt-oss with the start of its turn",
    "<|start|>assistant<|channel|>analysis<|message|>They greet.<|end|><|start|>assistant<|channel|>final<|message|>Hello",
  ),
  ...bothWays(
    "gpt-oss with an announcement",
    "<|channel|>analysis<|message|>They greet.<|end|><|start|>assistant<|channel|>commentary<|message|>Hello",
  ),
  ...bothWays("a thought that names the other tag", "<think>They <answer> greet.</think>Hello", {
    text: "Hello",
    reasoning: "They <answer> greet.",
  }),
  ...bothWays("a text with tags of an answer", "<answer>Hello</answer>", { text: "<answer>Hello</answer>" }),
  ...bothWays("a text that names the tag of an answer", "<think>They greet.</think>Write <answer>a</answer> in XML.", {
    text: "Write <answer>a</answer> in XML.",
    reasoning: "They greet.",
  }),
  "a tag with white space before it in a delta of its own": ofThought([" ", "\n", "<think>", "They greet.", "</think>", "Hello"].map(text)),
  "<thinking> cut after each second character": ofThought(("<thinking>They greet.</thinking>Hello".match(/.{1,2}/gs) ?? []).map(text)),
};
