/** Reads the answers of `/images` in all forms of engines, because the AI SDK's packages accept only one of them. */
import { isFields, readErrorReason } from "../errorReason.ts";
import { EngineError } from "../providerError.ts";
import { listContents } from "../readContent.ts";

/** Returns a `fetch` whose answers list each image as `b64_json`: base64, a data URI or a link, for `readContent`. */
export function withLooseImages(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    if (!answer.ok || init?.method !== "POST") return answer;
    const type = answer.headers.get("content-type") ?? "";
    const bytes = Buffer.from(await answer.arrayBuffer());
    const text = /^image\//i.test(type) ? "" : new TextDecoder().decode(bytes);
    const body = parseJson(text);
    if (bytes.length > 0 && body === undefined && /^(?:image\/|(?:application|binary)\/octet-stream)/i.test(type)) {
      return Response.json({ data: [{ b64_json: bytes.toString("base64") }] });
    }
    const images = listContents(body);
    if (images.length === 0)
      throw new EngineError(body === undefined && /^\s*[{[]/.test(text) ? "it sent invalid JSON." : reasonOf(body ?? text));
    return Response.json(
      { data: images.map((image) => ({ b64_json: image })), usage: readUsage(body) },
      { headers: { "content-type": "application/json" } },
    );
  };
}

function reasonOf(body: unknown): string {
  const { message } = readErrorReason(body);
  return message === "" ? "it sent no image." : message;
}

function readUsage(body: unknown): object | undefined {
  const usage = isFields(body) && isFields(body.usage) ? body.usage : {};
  const counts = ["input_tokens", "output_tokens", "total_tokens"].map((name) => [name, usage[name]] as const);
  const known = counts.filter(([, count]) => typeof count === "number");
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
