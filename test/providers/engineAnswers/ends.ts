/** Usage and finish reasons. */
import {
  choice,
  done,
  type EngineAnswer,
  type EngineAnswers,
  event,
  failed,
  finish,
  hello,
  json,
  ofFinish,
  text,
  usage,
} from "./engineAnswer.ts";

export const endingAnswers: EngineAnswers = {
  ...Object.fromEntries(
    [
      { prompt_tokens: 3, completion_tokens: 2 },
      { prompt_tokens: "3", completion_tokens: "2", total_tokens: "5" },
      { prompt_tokens: 3.0, completion_tokens: 1.6 },
      { input_tokens: 3, output_tokens: 2 },
      { prompt_tokens: 3, completion_tokens: 2, total_tokens: null, prompt_tokens_details: null, completion_tokens_details: [] },
    ].map((counts) => [
      `the usage ${json(counts)}`,
      { pieces: [text("Hello"), finish("stop"), usage(counts), done], expected: { text: "Hello", usage: [3, 2] } } satisfies EngineAnswer,
    ]),
  ),
  "usage in each chunk": {
    pieces: [1, 2]
      .map((count) =>
        event({ ...choice({ delta: { content: count === 1 ? "Hel" : "lo" } }), usage: { prompt_tokens: 3, completion_tokens: count } }),
      )
      .concat(finish("stop"), done),
    expected: { text: "Hello", usage: [3, 2] },
  },
  "usage null in each chunk": {
    pieces: [
      event({ ...choice({ delta: { content: "Hello" } }), usage: null }),
      finish("stop"),
      usage({ prompt_tokens: 3, completion_tokens: 2 }),
      usage(null),
      done,
    ],
    expected: { text: "Hello", usage: [3, 2] },
  },
  "usage in a choice": {
    pieces: [text("Hello"), event(choice({ delta: {}, finish_reason: "stop", usage: { prompt_tokens: 3, completion_tokens: 2 } })), done],
    expected: { text: "Hello", usage: [3, 2] },
  },
  "usage as a text": { pieces: [text("Hello"), finish("stop"), usage("unknown"), done], expected: hello },
  ...Object.fromEntries(
    ["length", "LENGTH", "max_tokens", "MAX_TOKENS", "model_length", "max_output_tokens", "max_tokens_reached", "context_overflow"].map(
      (reason) => [`the finish reason ${reason}`, ofFinish(reason, { status: "incomplete", reason: "max_output_tokens" })],
    ),
  ),
  ...Object.fromEntries(
    ["content_filter", "SAFETY", "sensitive", "RECITATION", "content-filter", "IMAGE_SAFETY", "guardrail_intervened"].map((reason) => [
      `the finish reason ${reason}`,
      ofFinish(reason, { status: "incomplete", reason: "content_filter" }),
    ]),
  ),
  ...Object.fromEntries(
    ["stop", "STOP", "eos", "end_turn", "stop_sequence", "COMPLETE"].map((reason) => [`the finish reason ${reason}`, ofFinish(reason, {})]),
  ),
  ...Object.fromEntries(
    ["abort", "insufficient_system_resource", "a_new_reason"].map((reason) => [
      `the finish reason ${reason}`,
      ofFinish(reason, { status: "incomplete", reason }),
    ]),
  ),
  ...Object.fromEntries(
    ["error", "ERROR", "network_error", "server_error", "MALFORMED_FUNCTION_CALL"].map((reason) => [
      `the finish reason ${reason}`,
      ofFinish(reason, failed(new RegExp(reason), "Hello")),
    ]),
  ),
};
