/** Answers in other interfaces, which gateways pass on at `/chat/completions`. */
import {
  delta,
  done,
  type EngineAnswers,
  event,
  failed,
  finish,
  hello,
  json,
  named,
  text,
  thought,
  weather,
} from "../../../providers/engineAnswers/engineAnswer.ts";

const counted = { text: "Hello", usage: [3, 2] as [number, number] };
const gemini = (parts: unknown[], rest: object = {}) => event({ candidates: [{ content: { parts, role: "model" }, index: 0, ...rest }] });
const block = (change: object, index = 0) => `event: content_block_delta\n${event({ type: "content_block_delta", index, delta: change })}`;
const stop = (reason: string) =>
  event({ type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 2 } }) +
  event({ type: "message_stop" });
const begin = event({
  type: "message_start",
  message: { type: "message", role: "assistant", content: [], usage: { input_tokens: 3, output_tokens: 1 } },
});
const ofResponse = (type: string, fields: object) => `event: ${type}\n${event({ type, ...fields })}`;

export const otherInterfaces: EngineAnswers = {
  "Gemini: a call": {
    pieces: [
      gemini([{ functionCall: { name: "get_weather", args: { city: "Oslo" } }, thoughtSignature: "c2ln" }], { finishReason: "STOP" }),
    ],
    expected: weather,
  },
  "Gemini: two calls and a text": {
    pieces: [
      gemini([
        { text: "Hello" },
        { functionCall: { id: "a", name: "get_weather", args: { city: "Oslo" } } },
        { functionCall: { id: "b", name: "get_time" } },
      ]),
      gemini([], { finishReason: "STOP" }),
    ],
    expected: {
      text: "Hello",
      calls: [
        ["get_weather", '{"city":"Oslo"}', "completed"],
        ["get_time", "", "completed"],
      ],
    },
  },
  "Gemini: a thought, and its tokens": {
    pieces: [
      gemini([{ text: "They greet.", thought: true }]),
      event({
        candidates: [{ content: { parts: [{ text: "Hello" }] }, finishReason: "MAX_TOKENS" }],
        usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, thoughtsTokenCount: 5, totalTokenCount: 10 },
      }),
    ],
    expected: { ...thought, status: "incomplete", reason: "max_output_tokens", usage: [3, 7] },
  },
  "Gemini: a prompt that is blocked": {
    pieces: [event({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata: { promptTokenCount: 3 } })],
    expected: { status: "incomplete", reason: "content_filter" },
  },
  "Gemini: an error in a list": {
    pieces: [json([{ error: { code: 400, message: "API key not valid", status: "INVALID_ARGUMENT" } }])],
    expected: failed(/API key not valid/),
  },
  "Gemini: an answer in another object": {
    pieces: [event({ response: { candidates: [{ content: { parts: [{ text: "Hello" }] }, finishReason: "STOP" }] } })],
    expected: hello,
  },
  "Gemini: the whole text so far": {
    pieces: [gemini([{ text: "Hel" }]), gemini([{ text: "Hello" }]), gemini([{ text: "Hello there" }], { finishReason: "STOP" })],
    expected: { text: "Hello there" },
  },
  "Anthropic: a stream": {
    pieces: [
      `event: message_start\n${begin}`,
      event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
      'event: ping\ndata: {"type": "ping"}\n\n',
      block({ type: "text_delta", text: "Hel" }),
      block({ type: "text_delta", text: "lo" }),
      event({ type: "content_block_stop", index: 0 }),
      stop("end_turn"),
    ],
    expected: counted,
  },
  "Anthropic: a thought and a call": {
    pieces: [
      begin,
      block({ type: "thinking_delta", thinking: "They " }),
      block({ type: "thinking_delta", thinking: "ask." }),
      block({ type: "signature_delta", signature: "c2ln" }),
      event({ type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "a", name: "get_weather", input: {} } }),
      block({ type: "input_json_delta", partial_json: "" }, 1),
      block({ type: "input_json_delta", partial_json: '{"city":' }, 1),
      block({ type: "input_json_delta", partial_json: '"Oslo"}' }, 1),
      stop("tool_use"),
    ],
    expected: { ...weather, reasoning: "They ask.", usage: [3, 2] },
  },
  "Anthropic: the limit": {
    pieces: [begin, block({ type: "text_delta", text: "Hello" }), stop("max_tokens")],
    expected: { text: "Hello", status: "incomplete", reason: "max_output_tokens" },
  },
  "Anthropic: an end without a reason": {
    pieces: [begin, block({ type: "text_delta", text: "Hello" }), event({ type: "message_stop" })],
    expected: hello,
  },
  "Anthropic: a stream that breaks off": {
    pieces: [begin, block({ type: "text_delta", text: "Hello" })],
    expected: failed(/local/, "Hello"),
  },
  "Anthropic: an error": {
    pieces: [
      block({ type: "text_delta", text: "Hello" }),
      `event: error\n${event({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } })}`,
    ],
    expected: failed(/Overloaded/, "Hello"),
  },
  "Anthropic: JSON": {
    pieces: [
      json({
        type: "message",
        role: "assistant",
        content: [
          { type: "text", text: "Hello" },
          { type: "tool_use", id: "a", name: "get_weather", input: { city: "Oslo" } },
        ],
        stop_reason: "tool_use",
        usage: { input_tokens: 3, output_tokens: 2 },
      }),
    ],
    expected: { ...counted, ...weather },
  },
  "parts of Anthropic in a delta": {
    pieces: [
      delta({
        content: [
          { type: "thinking", thinking: "They ask.", signature: "c2ln" },
          { type: "text", text: "Hello" },
          { type: "tool_use", id: "a", name: "get_weather", input: { city: "Oslo" } },
        ],
      }),
      finish("tool_use"),
      done,
    ],
    expected: { ...weather, text: "Hello", reasoning: "They ask." },
  },
  "parts of Anthropic beside the same call": {
    pieces: [
      delta({
        content: [{ type: "tool_use", id: "a", name: "get_weather", input: { city: "Oslo" } }],
        tool_calls: [named("get_weather", '{"city":"Oslo"}', { id: "a", index: 0 })],
      }),
      finish("tool_calls"),
      done,
    ],
    expected: weather,
  },
  "Bedrock: a part with a call": {
    pieces: [delta({ content: [{ toolUse: { toolUseId: "a", name: "get_weather", input: { city: "Oslo" } } }] }), finish("tool_use"), done],
    expected: weather,
  },
  "a refusal as a part": {
    pieces: [delta({ content: [{ type: "refusal", refusal: "I cannot." }] }), finish("stop"), done],
    expected: { refusal: "I cannot." },
  },
  "the words of a voice": {
    pieces: [
      delta({ content: null, audio: { id: "a", transcript: "Hel" } }),
      delta({ audio: { transcript: "lo", data: "AAAA" } }),
      finish("stop"),
      done,
    ],
    expected: hello,
  },
  "Responses: a stream": {
    pieces: [
      ofResponse("response.created", { response: { object: "response", status: "in_progress", output: [] } }),
      ofResponse("response.output_item.added", { output_index: 0, item: { type: "message", content: [] } }),
      ofResponse("response.output_text.delta", { item_id: "i", output_index: 0, delta: "Hel" }),
      ofResponse("response.output_text.delta", { item_id: "i", output_index: 0, delta: "lo" }),
      ofResponse("response.output_text.done", { item_id: "i", text: "Hello" }),
      ofResponse("response.completed", {
        response: {
          object: "response",
          status: "completed",
          output: [{ type: "message", content: [{ type: "output_text", text: "Hello" }] }],
          usage: { input_tokens: 3, output_tokens: 2 },
        },
      }),
    ],
    expected: counted,
  },
  "Responses: a thought and a call, without output_index as llama.cpp sends it": {
    pieces: [
      ofResponse("response.reasoning_text.delta", { delta: "They ask." }),
      ofResponse("response.output_item.added", { item: { type: "function_call", call_id: "a", name: "get_weather", arguments: "" } }),
      ofResponse("response.function_call_arguments.delta", { delta: '{"city":' }),
      ofResponse("response.function_call_arguments.delta", { delta: '"Oslo"}' }),
      ofResponse("response.completed", {
        response: {
          object: "response",
          status: "completed",
          output: [
            { type: "reasoning", summary: [], content: [{ type: "reasoning_text", text: "They ask." }] },
            { type: "function_call", call_id: "a", name: "get_weather", arguments: '{"city":"Oslo"}' },
          ],
        },
      }),
    ],
    expected: { ...weather, reasoning: "They ask." },
  },
  "Responses: the limit": {
    pieces: [
      ofResponse("response.output_text.delta", { delta: "Hello" }),
      ofResponse("response.incomplete", {
        response: { status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, output: [] },
      }),
    ],
    expected: { text: "Hello", status: "incomplete", reason: "max_output_tokens" },
  },
  "Responses: a failure": {
    pieces: [
      ofResponse("response.output_text.delta", { delta: "Hello" }),
      ofResponse("response.failed", {
        response: { status: "failed", error: { code: "server_error", message: "out of memory" }, output: [] },
      }),
    ],
    expected: failed(/out of memory/, "Hello"),
  },
  "Responses: JSON": {
    pieces: [
      json({
        object: "response",
        status: "completed",
        error: null,
        output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Hello" }] }],
        usage: { input_tokens: 3, output_tokens: 2 },
      }),
    ],
    expected: counted,
  },
  "Cohere: a stream": {
    pieces: [
      event({ type: "message-start", delta: { message: { role: "assistant", content: [] } } }),
      event({ type: "content-start", index: 0, delta: { message: { content: { type: "text", text: "" } } } }),
      event({ type: "content-delta", index: 0, delta: { message: { content: { text: "Hello" } } } }),
      event({ type: "content-end", index: 0 }),
      event({ type: "message-end", delta: { finish_reason: "COMPLETE", usage: { tokens: { input_tokens: 3, output_tokens: 2 } } } }),
    ],
    expected: counted,
  },
  "Cohere: a call": {
    pieces: [
      event({ type: "tool-plan-delta", delta: { message: { tool_plan: "They ask." } } }),
      event({
        type: "tool-call-start",
        index: 0,
        delta: { message: { tool_calls: { id: "a", function: { name: "get_weather", arguments: "" } } } },
      }),
      event({ type: "tool-call-delta", index: 0, delta: { message: { tool_calls: { function: { arguments: '{"city":"Oslo"}' } } } } }),
      event({ type: "message-end", delta: { finish_reason: "TOOL_CALL" } }),
    ],
    expected: { ...weather, reasoning: "They ask." },
  },
  "DashScope: the whole text so far in another object": {
    pieces: ["Hel", "Hello"].map((content, index) =>
      event({
        output: { choices: [{ message: { content, role: "assistant" }, finish_reason: index === 0 ? "null" : "stop" }] },
        usage: { input_tokens: 3, output_tokens: index + 1 },
      }),
    ),
    expected: counted,
  },
  "Cloudflare: JSON in another object": {
    pieces: [
      json({ result: { response: "Hello", usage: { prompt_tokens: 3, completion_tokens: 2 } }, success: true, errors: [], messages: [] }),
    ],
    expected: counted,
  },
  "a completion in an object with a code": {
    pieces: [json({ code: 0, msg: "ok", data: { choices: [{ message: { content: "Hello" }, finish_reason: "stop" }] } })],
    expected: hello,
  },
  "chunks in another object": {
    pieces: [
      event({ data: { choices: [{ delta: { content: "Hello" } }] } }),
      event({ data: { choices: [{ delta: {}, finish_reason: "stop" }] } }),
    ],
    expected: hello,
  },
  "an error in another object": { pieces: [event({ data: { error: { message: "out of memory" } } })], expected: failed(/out of memory/) },
  "JSON without a reason for the end": { pieces: [json({ choices: [{ message: { content: "Hello" } }] })], expected: hello },
  "a first message of Ollama that nothing follows": {
    pieces: [`${json({ message: { role: "assistant", content: "Hello" }, done: false })}\n`],
    expected: failed(/local/, "Hello"),
  },
  "a first event with a whole message that nothing follows": {
    pieces: [event({ choices: [{ message: { content: "Hello" } }] })],
    expected: failed(/local/, "Hello"),
  },
  "text and the end of it in different interfaces": { pieces: [text("Hello"), event({ type: "message_stop" })], expected: hello },
};
