/** Bytes that engines answer to a chat completion with `stream`, and what a client must get. */

export interface ExpectedAnswer {
  /** Default: completed. */
  status?: "completed" | "incomplete" | "failed";
  text?: string;
  refusal?: string;
  reasoning?: string;
  /** Name, arguments and status. */
  calls?: [string, string, "completed" | "incomplete"][];
  /** Input and output tokens. */
  usage?: [number, number];
  error?: RegExp;
  /** Of an incomplete answer. */
  reason?: string;
  /** The text that was streamed turned out to be reasoning. */
  isLate?: true;
}

export interface EngineAnswer {
  pieces: (string | Uint8Array)[];
  /** Media type. Default: text/event-stream. */
  type?: string;
  /** Default: the engine closes the answer properly. */
  end?: "close" | "break";
  /** How many bytes more than it sends the engine announces. Default: it announces no length. */
  missing?: number;
  /** The model's id. Default: one that says nothing. */
  model?: string;
  expected: ExpectedAnswer;
}

export const json = (value: unknown) => JSON.stringify(value);
export const event = (value: unknown) => `data: ${json(value)}\n\n`;
export const choice = (fields: object) => ({
  id: "c",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, ...fields }],
});
export const delta = (fields: unknown, rest: object = {}) => event(choice({ delta: fields, finish_reason: null, ...rest }));
export const text = (content: string) => delta({ content });
export const finish = (reason: unknown) => event(choice({ delta: {}, finish_reason: reason }));
export const done = "data: [DONE]\n\n";
export const call = (...calls: object[]) => delta({ tool_calls: calls });
export const usage = (counts: unknown, rest: object = { choices: [] }) =>
  event({ id: "c", object: "chat.completion.chunk", created: 1, ...rest, usage: counts });

export const hello: ExpectedAnswer = { text: "Hello" };
/** A complete answer with an odd piece between its two deltas. */
export const withOdd = (odd: string): EngineAnswer => ({ pieces: [text("Hel"), odd, text("lo"), finish("stop"), done], expected: hello });
export const ofFinish = (reason: unknown, expected: ExpectedAnswer): EngineAnswer => ({
  pieces: [text("Hello"), finish(reason), done],
  expected: { text: "Hello", ...expected },
});
export const overflow = "the request exceeds the available context size (4096 tokens)";
export const failed = (error: RegExp, received = ""): ExpectedAnswer => ({ status: "failed", error, text: received });
export const onlyError = (piece: string, type?: string): EngineAnswer => ({
  pieces: [piece],
  ...(type === undefined ? {} : { type }),
  expected: failed(/exceeds the available context size/),
});
export const weather: ExpectedAnswer = { calls: [["get_weather", '{"city":"Oslo"}', "completed"]] };
export const ofCalls = (pieces: string[], calls: ExpectedAnswer["calls"] = weather.calls ?? []): EngineAnswer => ({
  pieces: [...pieces, finish("tool_calls"), done],
  expected: { calls },
});
export const named = (name: string, written: unknown, rest: object = {}) => ({ function: { name, arguments: written }, ...rest });
export const thought: ExpectedAnswer = { text: "Hello", reasoning: "They greet." };
export const ofThought = (pieces: string[], expected: ExpectedAnswer = thought): EngineAnswer => ({
  pieces: [...pieces, finish("stop"), done],
  expected,
});

export type EngineAnswers = Readonly<Record<string, EngineAnswer>>;
