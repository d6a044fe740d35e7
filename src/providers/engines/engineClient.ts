/** Calls endpoints of engines that no AI SDK package supports. */

import { APICallError } from "@ai-sdk/provider";
import type * as z from "zod/mini";
import { parseJson } from "../../contract/parseJson.ts";
import { present } from "../../contract/present.ts";
import { EngineError } from "../providerError.ts";

export interface EngineClient {
  /** The API's base URL without a trailing slash. */
  readonly baseURL: string;
  /** `path` is relative to the base URL or, with a leading slash, to its origin. Rejects with an APICallError, or what `fetch` throws. */
  get<Shape>(path: string, schema: z.ZodMiniType<Shape>, signal: AbortSignal | undefined): Promise<Shape>;
  /** A form is sent as `multipart/form-data`, anything else as JSON. */
  post<Shape>(path: string, body: FormData | object, schema: z.ZodMiniType<Shape>, signal: AbortSignal | undefined): Promise<Shape>;
  /** Sends JSON, and reads the answer's lines of JSON as they arrive. A line that cannot be read is skipped. */
  lines(path: string, body: object, signal: AbortSignal): AsyncIterable<unknown>;
  /** Sends a request, and only waits for its status. */
  notify(method: "POST" | "DELETE", path: string): Promise<void>;
  /** Opens a WebSocket for messages that are not needed for a result. undefined: it cannot be opened. Proxies are not used. */
  openSocket(path: string): WebSocket | undefined;
  /** The address of a path, or of a link in an engine's answer. */
  resolve(link: string): string;
}

export interface EngineClientOptions {
  baseURL: string;
  headers: Readonly<Record<string, string>>;
  fetch: typeof globalThis.fetch;
}

/** Milliseconds that an engine has to respond to a cancellation. */
const noticeTimeLimit = 10_000;

export function createEngineClient({ baseURL, headers, fetch }: EngineClientOptions): EngineClient {
  const resolve = (link: string) => new URL(link, `${baseURL}/`).href;

  async function send(url: string, init: RequestInit): Promise<Response> {
    const answer = await fetch(url, init);
    if (answer.ok) return answer;
    const facts = { url, requestBodyValues: {}, statusCode: answer.status, responseHeaders: Object.fromEntries(answer.headers) };
    throw new APICallError({ ...facts, message: "", responseBody: await answer.text() });
  }

  async function call<Shape>(url: string, init: RequestInit, schema: z.ZodMiniType<Shape>): Promise<Shape> {
    const found = schema.safeParse(await readAnswer(await send(url, init), url, init.method === "POST"));
    if (!found.success) throw new EngineError("its answer cannot be read.");
    return found.data;
  }

  return {
    baseURL,
    resolve,
    get: (path, schema, signal) =>
      call(resolve(path), { headers: { accept: "application/json", ...headers }, ...present({ signal }) }, schema),
    post(path, body, schema, signal) {
      const isForm = body instanceof FormData;
      const init = {
        method: "POST",
        headers: isForm ? headers : { "content-type": "application/json", ...headers },
        body: isForm ? body : JSON.stringify(body),
        ...present({ signal }),
      };
      return call(resolve(path), init, schema);
    },
    async *lines(path, body, signal) {
      const json = { "content-type": "application/json", ...headers };
      const answer = await send(resolve(path), { method: "POST", headers: json, body: JSON.stringify(body), signal });
      for await (const line of linesOf(answer.body)) {
        const value = parseJson(line);
        if (value !== undefined) yield value;
      }
    },
    openSocket(path) {
      try {
        return new WebSocket(resolve(path).replace(/^http/, "ws"), { headers });
      } catch {
        return undefined;
      }
    },
    async notify(method, path) {
      const answer = await fetch(resolve(path), { method, headers, signal: AbortSignal.timeout(noticeTimeLimit) });
      await answer.body?.cancel();
    },
  };
}

/** Instead of JSON, an engine may answer with the file itself: then its content, or where it is asked for, is read. */
async function readAnswer(answer: Response, url: string, isOnce: boolean): Promise<unknown> {
  const [, type] = /^\s*((?:image|audio|video)\/[\w.+-]+)/i.exec(answer.headers.get("content-type") ?? "") ?? [];
  if (type === undefined) return parseJson(await answer.text());
  if (isOnce) return { url: `data:${type};base64,${Buffer.from(await answer.arrayBuffer()).toString("base64")}` };
  await answer.body?.cancel();
  return { status: "completed", url };
}

/** The lines of a body as they arrive, without their ends. */
export async function* linesOf(body: Response["body"]): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body ?? []) {
    const lines = `${rest}${decoder.decode(bytes, { stream: true })}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}
