/** Fields of chunks in other places and forms. Sources: public reports of engines, gateways and their clients. */
import {
  call,
  choice,
  delta,
  done,
  type EngineAnswer,
  type EngineAnswers,
  event,
  failed,
  finish,
  hello,
  json,
  named,
  ofThought,
  text,
  weather,
  withOdd,
} from "../../../providers/engineAnswers/engineAnswer.ts";

const ofDeltas = (...fields: unknown[]): EngineAnswer => ({
  pieces: [...fields.map((each) => delta(each)), finish("stop"), done],
  expected: hello,
});
const oslo = '{"city":"Oslo"}';

const texts: EngineAnswers = {
  "text in place of content": ofDeltas({ text: "Hel" }, { content: null, text: "lo" }),
  "output_text in place of content": ofDeltas({ output_text: "Hello" }),
  "a delta in a choice's list of messages": {
    pieces: [event({ choices: [{ messages: [{ delta: { content: "Hello" } }] }] }), finish("stop"), done],
    expected: hello,
  },
  "a delta as a list of nulls": withOdd(event(choice({ delta: [null] }))),
  "delta false": withOdd(event(choice({ delta: false }))),
  "choices with null": withOdd(event({ choices: [null] })),
  "choices with a list": { pieces: [event({ choices: [[{ delta: { content: "Hello" } }]] }), finish("stop"), done], expected: hello },
  "a choice as a text": { pieces: [event({ choices: ["Hello"] }), finish("stop"), done], expected: hello },
  "a message null beside a delta": {
    pieces: [event(choice({ delta: { content: "Hello" }, message: null })), finish("stop"), done],
    expected: hello,
  },
  "a message beside an empty delta": {
    pieces: [event(choice({ delta: {}, message: { content: "Hello" } })), finish("stop"), done],
    expected: hello,
  },
  "a delta with only its role, and a text in the choice": {
    pieces: [event(choice({ delta: { role: "assistant" }, text: "Hello" })), finish("stop"), done],
    expected: hello,
  },
  "parts of the types input_text and output_text": ofDeltas({
    content: [
      { type: "input_text", text: "Hel" },
      { type: "output_text", output_text: "", text: "lo" },
    ],
  }),
  "parts with null": ofDeltas({ content: [null, { type: "text", text: "Hello" }, null] }),
  "Mistral's references between texts": ofDeltas({
    content: [
      { type: "text", text: "Hel" },
      { type: "reference", reference_ids: [0] },
      { type: "text", text: "lo" },
    ],
  }),
  "a part with annotations": ofDeltas({ content: [{ type: "text", text: { value: "Hello", annotations: [] }, index: 0 }] }),
  "text-generation-inference's own interface": {
    pieces: [
      event({ index: 1, token: { id: 1, text: "Hel", logprob: -0.1, special: false }, generated_text: null, details: null }),
      event({
        index: 2,
        token: { id: 2, text: "lo", logprob: -0.1, special: false },
        generated_text: "Hello",
        details: { finish_reason: "eos_token", generated_tokens: 2, input_length: 3 },
      }),
    ],
    expected: hello,
  },
  "KoboldCpp's own interface": {
    pieces: [
      `event: message\n${event({ token: "Hel", finish_reason: null })}`,
      `event: message\n${event({ token: "lo", finish_reason: null })}`,
      `event: message\n${event({ token: "", finish_reason: "stop" })}`,
    ],
    expected: hello,
  },
  "KoboldCpp's results": { pieces: [json({ results: [{ text: "Hello", finish_reason: "stop" }] })], expected: hello },
  "text-generation-inference's list": {
    pieces: [json([{ generated_text: "Hello", details: { finish_reason: "eos_token" } }])],
    expected: hello,
  },
  "Baidu's result": {
    pieces: [
      event({ id: "a", sentence_id: 0, is_end: false, result: "Hel" }),
      event({ id: "a", sentence_id: 1, is_end: true, result: "lo", finish_reason: "normal" }),
    ],
    expected: hello,
  },
  "vLLM's channel beside reasoning": ofThought([delta({ channel: "analysis", reasoning: "They greet." }), text("Hello")]),
  "Groq's channel of a content": ofThought([
    delta({ channel: "analysis", content: "They greet." }),
    delta({ channel: "final", content: "Hello" }),
  ]),
  "Gemini's mark of a thought": ofThought([
    delta({ content: "They greet.", extra_content: { google: { thought: true } } }),
    delta({ content: "Hello" }),
  ]),
  "Gemini's mark of a thought, with tags": ofThought([
    delta({ content: "<thought>They greet.", extra_content: { google: { thought: true } } }),
    delta({ content: "</thought>Hello" }),
  ]),
  "MiniMax's closing tag after separate thinking": ofThought([delta({ reasoning: "They greet." }), text("</mm:think>"), text("\n\nHello")]),
  "a refusal as a list of parts": {
    pieces: [delta({ refusal: [{ type: "refusal", refusal: "I cannot." }] }), finish("stop"), done],
    expected: { refusal: "I cannot." },
  },
  "refusal false": ofDeltas({ content: "Hello", refusal: false }),
  "a refusal again in the message": {
    pieces: [delta({ refusal: "I cannot." }), event(choice({ message: { refusal: "I cannot." }, finish_reason: "stop" })), done],
    expected: { refusal: "I cannot." },
  },
};

const ends: EngineAnswers = {
  "SGLang's abort with its message": {
    pieces: [text("Hello"), finish({ type: "abort", message: "Input is too long", status_code: 400 }), done],
    expected: failed(/Input is too long/, "Hello"),
  },
  "finish reason false in each chunk": {
    pieces: [delta({ content: "Hello" }, { finish_reason: false }), finish("stop"), done],
    expected: hello,
  },
  "finish_details in place of a reason": {
    pieces: [text("Hello"), event(choice({ delta: {}, finish_details: { type: "max_tokens" } })), done],
    expected: { text: "Hello", status: "incomplete", reason: "max_output_tokens" },
  },
  "a stop_reason in place of a finish reason": {
    pieces: [text("Hello"), event(choice({ delta: {}, stop_reason: "max_tokens" })), done],
    expected: { text: "Hello", status: "incomplete", reason: "max_output_tokens" },
  },
  "vLLM's stop_reason beside a finish reason": {
    pieces: [text("Hello"), event(choice({ delta: {}, finish_reason: "stop", stop_reason: 128009 })), done],
    expected: hello,
  },
  "llama.cpp's own limit": {
    pieces: [
      event({ content: "Hello", stop: false }),
      event({ content: "", stop: true, stop_type: "limit", tokens_evaluated: 3, tokens_predicted: 2 }),
    ],
    expected: { text: "Hello", status: "incomplete", reason: "max_output_tokens", usage: [3, 2] },
  },
  "llama.cpp's own stop word": {
    pieces: [event({ content: "Hello", stop: false }), event({ content: "", stop: true, stop_type: "word", stopping_word: "###" })],
    expected: hello,
  },
  "OpenRouter's native reason": {
    pieces: [text("Hello"), event(choice({ delta: {}, finish_reason: "stop", native_finish_reason: "completed" })), done],
    expected: hello,
  },
  "a finish reason in the delta": {
    pieces: [text("Hello"), event(choice({ delta: { finish_reason: "length" } })), done],
    expected: { text: "Hello", status: "incomplete", reason: "max_output_tokens" },
  },
  "calls after their finish reason": {
    pieces: [finish("tool_calls"), call(named("get_weather", oslo, { index: 0, id: "a" })), done],
    expected: weather,
  },
  "tool_calls as the reason of each chunk": {
    pieces: [
      event(choice({ delta: { tool_calls: [named("get_weather", '{"city":', { index: 0, id: "a" })] }, finish_reason: "tool_calls" })),
      event(choice({ delta: { tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] }, finish_reason: "tool_calls" })),
      done,
    ],
    expected: weather,
  },
  "the limit in the last chunk after stop in each": {
    pieces: [delta({ content: "Hel" }, { finish_reason: "stop" }), delta({ content: "lo" }, { finish_reason: "length" }), done],
    expected: { text: "Hello", status: "incomplete", reason: "max_output_tokens" },
  },
  "Gemini's list of chunks that breaks off": {
    pieces: [`[${json(choice({ delta: { content: "Hello" } }))}\n`, ",\n"],
    expected: failed(/local/, "Hello"),
  },
  "Gemini's list of chunks that breaks off in a chunk": {
    pieces: [`[${json(choice({ delta: { content: "Hello" } }))}\n`, ',\n{"choices": [{"delta": {"con'],
    expected: failed(/local/, "Hello"),
  },
  "Gemini's indented list of chunks that breaks off": {
    pieces: [`[${JSON.stringify(choice({ delta: { content: "Hello" } }), undefined, 2)}\n`, ",\r\n"],
    expected: failed(/local/, "Hello"),
  },
  "Mistral's message with a detail": {
    pieces: [
      json({
        object: "error",
        message: { detail: [{ type: "missing", loc: ["body"], msg: "Field required" }] },
        type: "invalid_request_error",
      }),
    ],
    expected: failed(/Field required/),
  },
  "LMDeploy's mark of an error": {
    pieces: [text("Hello"), "data: [ERROR] out of memory\n\n", done],
    expected: failed(/out of memory/, "Hello"),
  },
  "an error event without data": { pieces: [text("Hello"), "event: error\n\n"], expected: failed(/local/, "Hello") },
};

export const fieldForms: EngineAnswers = { ...texts, ...ends };
