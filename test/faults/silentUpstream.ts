/** Providers that send the head of an answer at once, and the rest after a silence in which a slow machine reads a long prompt. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Configuration } from "../../src/contract/configuration.ts";
import { encodePng } from "../../src/media/images/encodePng.ts";
import { encodeWav } from "../../src/media/sounds/encodeWav.ts";
import { type Answer, type Engine, openEngine, sendJson } from "../providers/engineServer.ts";
import * as upstreams from "../providers/turnUpstreams.ts";

/** Milliseconds: longer than the 300 s after which undici, Node.js's own `fetch` and the default of a command give up. */
export const silence = 315_000;
/** Seconds, as the user of such a machine configures them. */
const timeout = 1_200;

const later =
  (type: string, body: string | Uint8Array, isHeadFirst = true): Answer =>
  async (_, response) => {
    response.writeHead(200, { "content-type": type });
    if (isHeadFirst) response.flushHeaders();
    await sleep(silence);
    response.end(body);
  };
const json = (value: unknown, isHeadFirst = true) => later("application/json", JSON.stringify(value), isHeadFirst);
const linesOf = (values: readonly object[]) =>
  [...values.map((value) => JSON.stringify(value)), "[DONE]"].map((data) => `data: ${data}\n\n`).join("");
const events = (values: readonly object[], isHeadFirst = true) => later("text/event-stream", linesOf(values), isHeadFirst);

const image = encodePng({ width: 2, height: 2, channels: 3, data: new Uint8Array(12).fill(200) });
const sound = encodeWav([new Float32Array(2_400)], 24_000, "");
const film = Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isommp42", "latin1");
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

const { chatUpstream, anthropicUpstream, googleUpstream } = upstreams;
const responsesUpstream = upstreams.responsesUpstream("/responses");
const texts = [chatUpstream, responsesUpstream, anthropicUpstream, googleUpstream];
/** A base address for each way in which a kind of media arrives late. */
const media: Readonly<Record<string, Readonly<Record<string, Answer>>>> = {
  "image-json": { "POST images/generations": json({ data: [{ b64_json: base64(image) }] }) },
  "image-late-head": { "POST images/generations": json({ data: [{ b64_json: base64(image) }] }, false) },
  "image-link": {
    "POST images/generations": sendJson({ data: [{ url: "/image-link/file" }] }),
    "GET file": later("image/png", image),
  },
  "speech-bytes": { "POST audio/speech": later("audio/wav", sound) },
  "speech-events": { "POST audio/speech": events([{ type: "speech.audio.delta", audio: base64(sound) }, { type: "speech.audio.done" }]) },
  "video-state": {
    "POST videos": sendJson({ id: "v", status: "queued" }),
    "GET videos/v": json({ id: "v", status: "completed" }),
    "GET videos/v/content": (_, response) => void response.end(film),
  },
  "video-file": {
    "POST videos": sendJson({ id: "v", status: "queued" }),
    "GET videos/v": sendJson({ id: "v", status: "completed" }),
    "GET videos/v/content": later("video/mp4", film),
  },
};
export const mediaNames = Object.keys(media);

export async function startSilentUpstream(): Promise<{ engine: Engine; configuration: Configuration; texts: readonly string[] }> {
  const ofTexts = texts.map(({ path, text }) => [`POST /v1${path}`, events(text)] as const);
  const ofMedia = Object.entries(media).flatMap(([name, routes]) =>
    Object.entries(routes).map(([route, answer]) => [route.replace(" ", ` /${name}/`), answer] as const),
  );
  const lateHead = [`POST /late-head${chatUpstream.path}`, events(chatUpstream.text, false)] as const;
  const engine = await openEngine(Object.fromEntries([...ofTexts, lateHead, ...ofMedia]));
  const baseURL = `${engine.url}/v1`;
  const remote = (model: string, kinds: "text" | "image" | "audio" | "video" = "text") => {
    return { baseURL, apiKey: "k", timeout, models: { [model]: { kinds: [kinds] } } };
  };
  const sdk = (name: string, model: string, settings = {}) => {
    return { type: "ai-sdk" as const, package: `@ai-sdk/${name}`, settings, ...remote(model) };
  };
  const models = {
    m: { kinds: ["text" as const], run: ["sh", "-c", `sleep ${silence / 1000}; echo Done.`], output: { format: "txt" }, timeout },
  };
  const ofText: Configuration["providers"] = {
    compatible: { type: "openai-compatible", ...remote(chatUpstream.model) },
    "late-head": { type: "openai-compatible", ...remote(chatUpstream.model), baseURL: `${engine.url}/late-head` },
    openai: { type: "openai", ...remote(responsesUpstream.model) },
    anthropic: { type: "anthropic", ...remote(anthropicUpstream.model) },
    google: { type: "google", ...remote(googleUpstream.model) },
    "sdk-openai": sdk("openai", responsesUpstream.model),
    "sdk-openai-compatible": sdk("openai-compatible", chatUpstream.model, { name: "engine" }),
    "sdk-anthropic": sdk("anthropic", anthropicUpstream.model),
    "sdk-google": sdk("google", googleUpstream.model),
    programs: { type: "command", models },
  };
  const kindOf = (name: string) => (name.startsWith("image") ? "image" : name.startsWith("speech") ? "audio" : "video");
  const ofKinds = Object.keys(media).map((name): [string, Configuration["providers"][string]] => [
    name,
    { type: "openai-compatible", ...remote("m", kindOf(name)), baseURL: `${engine.url}/${name}` },
  ]);
  const named = Object.entries(ofText).flatMap(([name, provider]) =>
    ("models" in provider ? Object.keys(provider.models ?? {}) : []).map((id) => `${name}/${id}`),
  );
  return { engine, configuration: { providers: { ...ofText, ...Object.fromEntries(ofKinds) } }, texts: named };
}
