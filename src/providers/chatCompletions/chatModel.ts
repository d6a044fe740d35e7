/** Text models of engines with OpenAI's chat completions. The AI SDK's package writes the requests; the answers are read here. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { OpenAICompatibleChatLanguageModel } from "@ai-sdk/openai-compatible";
import { APICallError, type LanguageModelV4, type LanguageModelV4CallOptions, type LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { compatibleName } from "../dialects/optionNames.ts";
import { AnswerReader } from "./answerReader.ts";
import type { AnswerReaderOptions } from "./answerReaderOptions.ts";
import { withReturnedReasoning } from "./returnedReasoning.ts";
import { type WantedField, wantedIn, withWanted } from "./wantedFields.ts";

export interface ChatModelsOptions {
  apiKey: string;
  baseURL: string;
  fetch: typeof globalThis.fetch;
  supportedUrls: Record<string, RegExp[]>;
  /** Called once, for the first thing in an answer that is repaired or left out. */
  onOdd(what: string): void;
}

type Fields = Readonly<Record<string, unknown>>;

/** Names of models that write their reasoning before their text, and whose templates open its tag. */
const thinksFirst = /(?:^|[^a-z])(?:r1|qwq|thinking|thinker|reasoner)(?:[^a-z]|$)/i;
/** How the earlier answers of a dialogue are sent to a model. */
interface ReturnForm {
  withReasoning: boolean;
  wanted: readonly WantedField[];
}
/** Milliseconds that an engine has to close the connection after the end of its answer. */
const closingTime = 1_000;

/** Returns a function that creates a model by its id. What is learned of the engine is shared by its models. */
export function createChatModels(options: ChatModelsOptions): (id: string) => LanguageModelV4 {
  const { apiKey, baseURL, fetch, supportedUrls } = options;
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const url = `${baseURL}/chat/completions`;
  let isUsageRefused = false;
  /** By the id of the model, because gateways have those of many makers. */
  const returnForms = new Map<string, ReturnForm>();
  let isOddReported = false;
  const onOdd = (what: string) => {
    if (!isOddReported) options.onOdd(what);
    isOddReported = true;
  };

  async function send(body: Fields, signal: AbortSignal | undefined): Promise<Response> {
    const usage = isUsageRefused ? {} : { stream_options: { include_usage: true } };
    // As bytes, because a text would be held beside the bytes that are sent.
    const sent = Buffer.from(JSON.stringify({ ...body, stream: true, ...usage }));
    const answer = await fetch(url, { method: "POST", headers, body: sent, ...(signal ? { signal } : {}) });
    if (answer.ok) return answer;
    const text = await answer.text();
    if (!isUsageRefused && /stream_options|include_usage/.test(text)) {
      isUsageRefused = true;
      return send(body, signal);
    }
    throw new APICallError({
      url,
      requestBodyValues: {},
      statusCode: answer.status,
      responseHeaders: Object.fromEntries(answer.headers),
      message: "",
      responseBody: text,
    });
  }

  async function sendReturning(modelId: string, body: Fields, { prompt, abortSignal }: LanguageModelV4CallOptions) {
    const write = ({ withReasoning, wanted }: ReturnForm) =>
      withWanted(withReasoning ? withReturnedReasoning(body.messages, prompt) : body.messages, wanted);
    const known = returnForms.get(modelId) ?? { withReasoning: true, wanted: [] };
    const messages = write(known);
    try {
      return await send({ ...body, messages }, abortSignal);
    } catch (thrown) {
      const other = otherForm(known, thrown, messages !== body.messages);
      if (other === undefined) throw thrown;
      const answer = await send({ ...body, messages: write(other) }, abortSignal);
      returnForms.set(modelId, other);
      return answer;
    }
  }

  return (modelId) => {
    const writer = new OpenAICompatibleChatLanguageModel(modelId, {
      provider: compatibleName,
      url: () => url,
      headers: () => ({}),
      supportsStructuredOutputs: true,
    });
    let holdsText = thinksFirst.test(modelId);
    return {
      specificationVersion: "v4",
      provider: compatibleName,
      modelId,
      supportedUrls,
      doGenerate() {
        throw new TypeError("Answers are only read as streams.");
      },
      async doStream(call: LanguageModelV4CallOptions) {
        const { body, warnings } = await writer.prepareRequest(call);
        const answer = await sendReturning(modelId, body, call);
        const onEnd = (reader: AnswerReader) => {
          holdsText ||= reader.closedUnopened;
        };
        const offered = call.toolChoice?.type === "none" ? [] : (call.tools ?? []);
        const functions = new Map(offered.map((tool) => [tool.name, tool.type === "function" ? tool.inputSchema : undefined]));
        return {
          stream: readAnswer(answer, {
            holdsText,
            functions,
            asksJson: call.responseFormat?.type === "json",
            address: `${baseURL}/`,
            onOdd,
            onEnd,
            start: { type: "stream-start", warnings },
          }),
        };
      },
    };
  };
}

/** What a refusal asks for: more, or no fields that the engine does not know. undefined: it is about something else. */
function otherForm({ withReasoning, wanted }: ReturnForm, thrown: unknown, isChanged: boolean): ReturnForm | undefined {
  if (!APICallError.isInstance(thrown) || (thrown.statusCode !== 400 && thrown.statusCode !== 422)) return undefined;
  const { responseBody = "" } = thrown;
  const asked = wantedIn(responseBody, wanted);
  if (asked) return { withReasoning: true, wanted: [...wanted, asked] };
  return withReasoning && isChanged && /reasoning/i.test(responseBody) ? { withReasoning: false, wanted: [] } : undefined;
}

interface ReadOptions extends Omit<AnswerReaderOptions, "emit"> {
  onEnd(reader: AnswerReader): void;
  start: LanguageModelV4StreamPart;
}

/** Each packet is read when the parts of the previous one have been taken. */
function readAnswer(answer: Response, { onEnd, start, ...options }: ReadOptions): ReadableStream<LanguageModelV4StreamPart> {
  const packets = answer.body?.getReader();
  let controller: ReadableStreamDefaultController<LanguageModelV4StreamPart>;
  let emitted = 0;
  const reader = new AnswerReader({
    ...options,
    emit(part) {
      emitted += 1;
      controller.enqueue(part);
    },
  });
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      start(created) {
        controller = created;
        controller.enqueue(start);
      },
      async pull() {
        const before = emitted;
        while (emitted === before && !reader.hasEnded) await readPacket(packets, reader);
        if (!reader.hasEnded) return;
        onEnd(reader);
        controller.close();
        if (packets) void drain(packets);
      },
      async cancel(reason) {
        await packets?.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

type Packets = ReadableStreamDefaultReader<Uint8Array>;

async function readPacket(packets: Packets | undefined, reader: AnswerReader): Promise<void> {
  try {
    const packet = await packets?.read();
    if (packet?.value) reader.add(packet.value);
    if (reader.isLate) {
      await nextTurn();
      reader.readLate();
    }
    if (!packet || packet.done) reader.end();
  } catch (broken) {
    reader.end(broken);
  }
}

/** Reads what follows the end, so that the engine does not see its client leave. */
async function drain(packets: Packets): Promise<void> {
  const timer = setTimeout(() => void packets.cancel().catch(() => undefined), closingTime);
  timer.unref();
  try {
    while (!(await packets.read()).done);
  } catch {
    // The answer was complete.
  } finally {
    clearTimeout(timer);
  }
}
