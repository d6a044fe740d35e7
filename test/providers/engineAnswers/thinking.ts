/** Reasoning and refusals. */
import { delta, done, type EngineAnswers, finish, hello, json, ofThought, text, thought } from "./engineAnswer.ts";

export const thoughtAnswers: EngineAnswers = {
  "thinking in tags": ofThought([text("<think>They greet.</think>Hello")]),
  "thinking in tags with white space": ofThought([text("\n<think>\nThey greet.\n</think>\n\nHello")]),
  "thinking in tags cut by deltas": ofThought(["<th", "ink>They", " greet.", "\n</thi", "nk>\n", "\nHel", "lo"].map(text)),
  "thinking in tags, one character a delta": ofThought([..."<think>They greet.</think>Hello"].map(text)),
  "only a closing tag": ofThought([text("They greet.\n</think>\n\nHello")]),
  "only a closing tag, in one packet": ofThought([["They", " greet.", "</think>", "\n\nHello"].map(text).join("")]),
  "only a closing tag, after text was streamed": ofThought(["They greet.", "\n</think>", "\n\nHello"].map(text), {
    ...thought,
    isLate: true,
  }),
  "only a closing tag of a model that thinks first": {
    ...ofThought(["They greet.", "\n</think>", "\n\nHello"].map(text)),
    model: "deepseek-r1:8b",
  },
  "an empty thought": ofThought([text("<think>\n\n</think>\n\nHello")], hello),
  ...Object.fromEntries(
    [
      ["<THINK>", "</THINK>"],
      ["<thought>", "</thought>"],
      ["<reasoning>", "</reasoning>"],
      ["◁think▷", "◁/think▷"],
      ["<seed:think>", "</seed:think>"],
      ["<|begin_of_thought|>", "<|end_of_thought|>"],
      ["<|START_THINKING|>", "<|END_THINKING|>"],
      ["<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"],
    ].flatMap(([opening, closing]) => {
      const whole = `${opening}They greet.${closing}Hello`;
      return [
        [`the tag ${opening}`, ofThought([text(whole)])],
        [`the tag ${opening}, one character a delta`, ofThought([...whole].map(text))],
      ];
    }),
  ),
  "other tags": ofThought([text("<thinking>They greet.</thinking>Hello")]),
  "Magistral's tags": ofThought([text("[THINK]They greet.[/THINK]Hello")]),
  "thinking that is not closed": {
    pieces: [text("<think>They greet."), finish("length"), done],
    expected: { status: "incomplete", reason: "max_output_tokens", reasoning: "They greet." },
  },
  "a tag in code": ofThought([text("Use `</think>`\nas the end.")], { text: "Use `</think>`\nas the end." }),
  "a tag in a block of code": ofThought([text("```\n<think>a</think>\nb\n```\n")], { text: "```\n<think>a</think>\nb\n```\n" }),
  "tags later in the text": ofThought([text("The model writes <think>a</think> first.")], {
    text: "The model writes <think>a</think> first.",
  }),
  "a sentence about the tag": ofThought([text("The tag </think> closes it.")], { text: "The tag </think> closes it." }),
  "a text that begins like a tag": ofThought([text("<th"), text("ree>")], { text: "<three>" }),
  "tags after thinking": ofThought([text("<think>They greet.</think>Hello </think>\n")], {
    text: "Hello </think>\n",
    reasoning: "They greet.",
  }),
  ...Object.fromEntries(
    [
      { reasoning_content: "They greet." },
      { reasoning: "They greet." },
      { reasoning_text: "They greet." },
      { reasoning_details: [{ type: "reasoning.text", text: "They greet." }] },
      { reasoning_details: [{ type: "reasoning.summary", summary: "They greet." }] },
      { reasoning: "They greet.", reasoning_details: [{ type: "reasoning.text", text: "They greet." }] },
      { reasoning_content: "", reasoning: "They greet." },
      { content: [{ type: "thinking", thinking: [{ type: "text", text: "They greet." }] }] },
    ].map((fields) => [`thinking in ${json(fields)}`, ofThought([delta(fields), text("Hello")])]),
  ),
  "a closing tag after separate thinking": ofThought([delta({ reasoning_content: "They greet." }), text("</think>\n\nHello")]),
  "a refusal": {
    pieces: [delta({ refusal: "I can" }), delta({ refusal: "not." }), finish("stop"), done],
    expected: { refusal: "I cannot." },
  },
  "a refusal with an empty text": {
    pieces: [delta({ content: "", refusal: "I cannot." }), finish("stop"), done],
    expected: { refusal: "I cannot." },
  },
  "refusal null in each chunk": { pieces: [delta({ content: "Hello", refusal: null }), finish("stop"), done], expected: hello },
};
