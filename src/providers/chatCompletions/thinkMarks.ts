/** Marks of reasoning in the text of models: what opens it, what closes it, and whether a prompt's template may open it. */

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

interface ThinkMark {
  /** The models that write it. */
  models: string;
  /** In lower case; undefined: only its end is written. */
  open: string | undefined;
  /** In lower case. Of gpt-oss, whatever may follow. */
  close: string | readonly string[];
  /** The template of the prompt may open it, so that the answer only closes it. */
  isOpenInPrompt?: true;
}

const thinkMarks: readonly ThinkMark[] = [
  { models: "DeepSeek-R1, Qwen3 and most others", open: "<think>", close: "</think>", isOpenInPrompt: true },
  { models: "tuned models", open: "<thinking>", close: "</thinking>" },
  { models: "Gemini", open: "<thought>", close: "</thought>" },
  { models: "Magistral", open: "[think]", close: "[/think]", isOpenInPrompt: true },
  { models: "Kimi-VL", open: "◁think▷", close: "◁/think▷", isOpenInPrompt: true },
  { models: "Seed-OSS", open: "<seed:think>", close: "</seed:think>", isOpenInPrompt: true },
  { models: "tuned models", open: "<reasoning>", close: "</reasoning>" },
  { models: "OpenThinker", open: "<|begin_of_thought|>", close: "<|end_of_thought|>" },
  { models: "Command A", open: "<|start_thinking|>", close: "<|end_thinking|>" },
  { models: "MiniMax-M3", open: "<mm:think>", close: "</mm:think>", isOpenInPrompt: true },
  { models: "LongCat", open: "<longcat_think>", close: "</longcat_think>" },
  { models: "Apertus", open: "<|inner_prefix|>", close: "<|inner_suffix|>" },
  { models: "Gemma 4", open: "<|channel>thought", close: "<channel|>" },
  { models: "MedGemma", open: "<unused94>thought", close: "<unused95>" },
  { models: "Solar Open", open: "<|think|>", close: "<|end|><|begin|>assistant<|content|>" },
  { models: "gpt-oss", open: "<|channel|>analysis<|message|>", close: analysisEnds },
  { models: "gpt-oss", open: "<|start|>assistant<|channel|>analysis<|message|>", close: analysisEnds },
  { models: "Apriel", open: undefined, close: "[begin final response]", isOpenInPrompt: true },
];

/** Opening tags, and the tags that close them. */
export const tags: ReadonlyMap<string, string | readonly string[]> = new Map(
  thinkMarks.flatMap(({ open, close }) => (open === undefined ? [] : [[open, close] as const])),
);
export const closingAlone = thinkMarks.flatMap(({ close, isOpenInPrompt }) => (isOpenInPrompt ? close : []));
export const openings = [...tags.keys(), ...openMarks];
export const closings = [...tags.values()].filter((tag) => typeof tag === "string");
export const longestTag = Math.max(...[...tags.values(), ...openings].flat().map((tag) => tag.length));

/** In lower case as far as marks have letters, so that no character moves. */
export const foldMark = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
