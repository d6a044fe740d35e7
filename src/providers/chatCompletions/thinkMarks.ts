/**
 * Marks of reasoning in the text of models. Sources: DeepSeek-R1, Qwen3, Magistral, Kimi-VL, Seed-OSS, OpenThinker, Command A, MiniMax-M3,
 * LongCat, Apertus, Gemma 4, MedGemma, Solar Open, Apriel, gpt-oss.
 */

/** The marks of gpt-oss before its answer, if its engine does not read them. */
const answerMarks = ["final", "commentary"].map((channel) => `<|start|>assistant<|channel|>${channel}<|message|>`);
/** What follows the reasoning of gpt-oss if its end is missing. */
export const nextHeaders = ["<|start|>assistant", "<|channel|>"];
export const analysisEnds = ["<|end|>", ...nextHeaders];
/** Marks without which an answer may begin. */
const openMarks = [...answerMarks, ...answerMarks.map((mark) => mark.slice("<|start|>assistant".length))];
export const lastMarks = ["<|return|>", "<|end|>"];
/** What follows the end of a message of gpt-oss, if it writes another one. */
export const nextMessage = "<|start|>assistant<|channel|>";

/** Opening tags in lower case, and the tags that close them. */
export const tags: ReadonlyMap<string, string | readonly string[]> = new Map<string, string | readonly string[]>([
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["[think]", "[/think]"],
  ["◁think▷", "◁/think▷"],
  ["<seed:think>", "</seed:think>"],
  ["<reasoning>", "</reasoning>"],
  ["<|begin_of_thought|>", "<|end_of_thought|>"],
  ["<|start_thinking|>", "<|end_thinking|>"],
  ["<mm:think>", "</mm:think>"],
  ["<longcat_think>", "</longcat_think>"],
  ["<|inner_prefix|>", "<|inner_suffix|>"],
  ["<|channel>thought", "<channel|>"],
  ["<unused94>thought", "<unused95>"],
  ["<|think|>", "<|end|><|begin|>assistant<|content|>"],
  ["<|channel|>analysis<|message|>", analysisEnds],
  ["<|start|>assistant<|channel|>analysis<|message|>", analysisEnds],
]);
/** The tag that a template opens in the prompt, so that the answer only closes it. */
export const closingAlone = ["</think>", "[/think]", "◁/think▷", "</seed:think>", "</mm:think>", "[begin final response]"];
export const openings = [...tags.keys(), ...openMarks];
export const closings = [...tags.values()].filter((tag) => typeof tag === "string");
export const longestTag = Math.max(...[...tags.values(), ...openings].flat().map((tag) => tag.length));

/** In lower case as far as marks have letters, so that no character moves. */
export const foldMark = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
