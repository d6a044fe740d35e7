/** Images, audio and video in the forms in which engines, proxies and their error pages answer. */
import { describe, expect, type TestContext, test } from "vitest";
import { readMediaFile } from "../../service/testService.ts";
import { start, startFor } from "../compatibleService.ts";
import { type Answer, type Engine, type ReceivedRequest, sendJson } from "../engine.ts";
import { marked, markedPng } from "../markedFile.ts";

const png = markedPng;
const base64 = png.toString("base64");
const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="100%"/>';
const large = Buffer.concat([png, Buffer.alloc(200_000, 7)]);
const paint = "POST /v1/images/generations";
const painter = { models: { m: { kinds: ["image"] } } };
const sendFile =
  (bytes: Uint8Array | string, type: string, status = 200): Answer =>
  (_, response) =>
    void response.writeHead(status, { "content-type": type }).end(bytes);
/** Its base64 has plus signs, and its length is only right with them. */
const plus = Buffer.concat([png, Buffer.from([0xfb, 0xef, 0xbe, 0xfb])]);
const moved: Answer = (_, response) => void response.writeHead(302, { location: "/files/x.png" }).end();
const movedBeside: Answer = (_, response) => void response.writeHead(307, { location: "../files/x.png" }).end();
const links = {
  "GET /view/a1b2c3d4": movedBeside,
  "GET /files/moved.png": moved,
  "GET /files/x.png": sendFile(png, "image/png"),
  "GET /files/x.png?sig=a%2Fb&x=1": sendFile(png, "image/png"),
  "GET /v1/files/x.png": sendFile(png, "image/png"),
};

/** The image of a task whose engine answers with `body`, which may depend on the engine's address. */
async function make(
  body: unknown | ((request: ReceivedRequest) => unknown),
  extra: Record<string, unknown> = {},
  routes: Record<string, Answer> = {},
  context?: Pick<TestContext, "onTestFinished">,
) {
  const answer: Answer = (request, response) => sendJson(typeof body === "function" ? body(request) : body)(request, response);
  const all = { [paint]: answer, "POST /v1/images": answer, ...links, ...routes };
  const options = { ...painter, ...extra };
  const { service, engine } = await (context ? startFor(context, all, options) : start(all, options));
  return { made: await service.make("images", { model: "local/m", prompt: "A fox" }), engine };
}
const portOf = ({ headers }: ReceivedRequest) => headers.host?.split(":")[1];
/** Until a link has expired, a page or an error in the place of the file is not the end: tests with such links wait at the same time. */
const expired = `?expires=${Math.ceil(Date.now() / 1000)}`;
const engines = [undefined, "localai", "sglang", "openrouter"];

describe("an image is received", () => {
  test.each<[string, unknown, Buffer | string]>([
    ["as base64", { data: [{ b64_json: base64 }] }, png],
    ["as base64 without padding", { data: [{ b64_json: base64.replace(/=+$/, "") }] }, png],
    ["as base64url", { data: [{ b64_json: large.toString("base64url") }] }, large],
    ["as base64 with line ends", { data: [{ b64_json: base64.replace(/.{60}/g, "$&\r\n") }] }, png],
    ["as large base64 with line ends", { data: [{ b64_json: large.toString("base64").replace(/.{76}/g, "$&\n") }] }, large],
    ["as a data URI", { data: [{ b64_json: `data:image/png;base64,${base64}` }] }, png],
    ["as a large data URI", { data: [{ b64_json: `data:image/png;base64,${large.toString("base64")}` }] }, large],
    ["as a data URI in url", { data: [{ url: `data:image/png;base64,${base64}` }] }, png],
    ["as an SVG in a data URI without base64", { data: [{ b64_json: `data:image/svg+xml;utf8,${svg}` }] }, svg],
    ["as a percent-encoded SVG", { data: [{ url: `data:image/svg+xml,${encodeURIComponent(svg)}` }] }, svg],
    ["behind a link beside an empty content", { data: [{ b64_json: "", url: "/files/x.png" }] }, png],
    ["behind a link beside the text None", { data: [{ b64_json: "None", url: "/files/x.png" }] }, png],
    ["between texts that say null", { data: ["null", { b64_json: png.toString("base64") }] }, png],
    ["behind a link beside null", { data: [{ b64_json: null, url: "/files/x.png" }] }, png],
    ["behind a link without a slash", { data: [{ url: "files/x.png" }] }, png],
    ["behind a link in the place of the content", { data: [{ b64_json: "/files/x.png" }] }, png],
    ["behind a link in an object", { data: [{ image_url: { url: "/files/x.png" } }] }, png],
    ["from a list of texts", { data: [base64] }, png],
    ["from one object", { data: { b64_json: base64 } }, png],
    ["from images", { images: [base64] }, png],
    ["from a bare list", [{ b64_json: base64 }], png],
    [
      "beside odd fields",
      { created: "x", usage: { input_tokens: "3" }, error: null, data: [null, { b64_json: base64, revised_prompt: 7 }] },
      png,
    ],
    ["as a data URI in capitals", { data: [{ b64_json: `DATA:IMAGE/PNG;BASE64,${base64}` }] }, png],
    ["as a data URI with a parameter", { data: [{ url: `data:image/png;charset=utf-8;base64,${base64}` }] }, png],
    ["as a data URI without a type", { data: [{ b64_json: `data:;base64,${base64}` }] }, png],
    ["as base64 between white space", { data: [{ b64_json: `\n ${base64}\n` }] }, png],
    ["as base64 named image", { data: [{ image: base64 }] }, png],
    ["as base64 named base64", { artifacts: [{ base64, finishReason: "SUCCESS", seed: 1 }] }, png],
    ["as base64 in a result", { result: { image: base64 }, success: true, errors: [] }, png],
    ["as base64 in an output", { status: "ok", output: [base64] }, png],
    ["behind a link between white space", { data: [{ url: " /files/x.png\n" }] }, png],
    ["behind a link with a query", { data: [{ url: "/files/x.png?sig=a%2Fb&x=1" }] }, png],
    ["behind a link named output", { id: "p", status: "succeeded", output: "/files/x.png" }, png],
    ["behind a link named image_url", { data: [{ image_url: "/files/x.png" }] }, png],
    ["behind a link that redirects", { data: [{ url: "/files/moved.png" }] }, png],
    ["as base64url with line ends", { data: [{ b64_json: plus.toString("base64url").replace(/.{30}/g, "$&\n") }] }, plus],
    ["as base64 with spaces in the place of plus signs", { data: [{ b64_json: plus.toString("base64").replaceAll("+", " ") }] }, plus],
    ["as base64 with written line ends", { data: [{ b64_json: base64.replace(/.{20}/g, "$&\\n") }] }, png],
    ["as percent-encoded base64", { data: [{ b64_json: encodeURIComponent(base64) }] }, png],
    ["as base64 in quotes", { data: [{ b64_json: `"${base64}"` }] }, png],
    ["as Python's bytes", { data: [{ b64_json: `b'${base64}'` }] }, png],
    ["as a data URI in a data URI", { data: [{ b64_json: `data:image/png;base64,data:image/png;base64,${base64}` }] }, png],
    ["as a data URI without the word base64", { data: [{ url: `data:image/png,${base64}` }] }, png],
    ["behind a path that is base64, too, and redirects", { data: [{ url: "/view/a1b2c3d4" }] }, png],
    ["behind a link to the parent folder", { data: [{ url: "../v1/files/x.png" }] }, png],
    [
      "behind a link without a scheme",
      (request: ReceivedRequest) => ({ data: [{ url: `//127.0.0.1:${portOf(request)}/files/x.png` }] }),
      png,
    ],
    ["named imageUrl", { data: [{ imageUrl: "/files/x.png" }] }, png],
    ["in an object in an image", { images: [{ image: { base64 } }] }, png],
    ["from Google's predictions", { predictions: [{ bytesBase64Encoded: base64, mimeType: "image/png" }] }, png],
    [
      "from Gemini's parts",
      { candidates: [{ content: { parts: [{ text: "Here" }, { inlineData: { mimeType: "image/png", data: base64 } }] } }] },
      png,
    ],
    [
      "from a chat completion",
      { choices: [{ message: { content: "", images: [{ type: "image_url", image_url: { url: `data:image/png;base64,${base64}` } }] } }] },
      png,
    ],
    ["from a call of the Responses interface", { output: [{ type: "image_generation_call", result: base64 }] }, png],
    ["as an SVG in short base64", { data: [{ b64_json: Buffer.from(svg).toString("base64").replace(/=+$/, "") }] }, svg],
    [
      "from Together, whose entries have an index and a type",
      { id: "x", model: "m", object: "list", data: [{ index: 0, type: "b64_json", b64_json: base64 }] },
      png,
    ],
    ["from Fireworks, with base64 in a list of texts", { id: "r", base64: [base64], finishReason: "SUCCESS", seed: 1 }, png],
    [
      "from xAI, whose image is a link beside a revised prompt",
      { data: [{ url: "/files/x.png", b64_json: null, revised_prompt: "A fox" }], usage: null },
      png,
    ],
    ["from SD.Next, with its parameters", { images: [base64], parameters: { prompt: "A fox" }, info: "{}" }, png],
    ["from an upscaler", { html_info: "<p>x4</p>", image: base64 }, png],
    [
      "from a list of links in output",
      { status: "succeeded", urls: { get: "/predictions/1", cancel: "/predictions/1/cancel" }, output: ["/files/x.png"] },
      png,
    ],
    [
      "from Azure's older interface",
      { id: "x", status: "succeeded", created: 1, result: { created: 1, data: [{ url: "/files/x.png" }] } },
      png,
    ],
    [
      "from DashScope",
      {
        output: { task_id: "x", task_status: "SUCCEEDED", results: [{ url: "/files/x.png" }] },
        usage: { image_count: 1 },
        request_id: "r",
      },
      png,
    ],
    [
      "from DashScope's messages",
      {
        output: { choices: [{ finish_reason: "stop", message: { role: "assistant", content: [{ image: "/files/x.png" }] } }] },
        request_id: "r",
      },
      png,
    ],
    [
      "from MiniMax",
      { id: "x", data: { image_base64: [base64] }, metadata: { success_count: "1" }, base_resp: { status_code: 0, status_msg: "success" } },
      png,
    ],
    ["from MiniMax, as links", { data: { image_urls: ["/files/x.png"] }, base_resp: { status_code: 0, status_msg: "success" } }, png],
    [
      "from fal, with a size",
      {
        images: [{ url: "/files/x.png", width: 1, height: 1, content_type: "image/png" }],
        timings: {},
        seed: 1,
        has_nsfw_concepts: [false],
        prompt: "A fox",
      },
      png,
    ],
    [
      "from SiliconFlow, whose data repeat its images",
      { images: [{ url: "/files/x.png" }], data: [{ url: "/files/x.png" }], timings: { inference: 1 }, seed: 1 },
      png,
    ],
    [
      "from Novita",
      { task: { task_id: "x", status: "TASK_STATUS_SUCCEED" }, images: [{ image_url: "/files/x.png", image_type: "png" }] },
      png,
    ],
    ["from Stability's older interface", { artifacts: [{ base64, finishReason: "SUCCESS", seed: 1 }, null] }, png],
    ["from Imagen's generated images", { generatedImages: [{ image: { imageBytes: base64, mimeType: "image/png" } }] }, png],
    ["from Bedrock", { images: [base64], error: null, maskImage: null }, png],
    ["from Recraft", { image: { image_id: "x", url: "/files/x.png" }, credits: 1 }, png],
    [
      "from Ideogram",
      { created: "2026-01-01", data: [{ is_image_safe: true, prompt: "A fox", resolution: "1x1", seed: 1, url: "/files/x.png" }] },
      png,
    ],
    ["from InvokeAI's list in a list", { data: [[{ b64_json: base64 }]] }, png],
    [
      "in the parts of an answer of OpenRouter",
      {
        choices: [
          {
            message: {
              content: [
                { type: "text", text: "Here" },
                { type: "image_url", image_url: { url: `data:image/png;base64,${base64}` } },
              ],
            },
          },
        ],
      },
      png,
    ],
    ["in Markdown of a chat completion", { choices: [{ message: { content: `Here: ![image](data:image/png;base64,${base64})` } }] }, png],
    ["from Black Forest Labs", { id: "x", status: "Ready", result: { sample: "/files/x.png", prompt: "A fox" } }, png],
    ["from a list of links in url", { data: { url: ["/files/x.png"] } }, png],
    ["from images in data", { data: { images: [{ url: "/files/x.png" }] } }, png],
    ["from images by their numbers", { images: { "0": base64 } }, png],
    ["from Vertex' list of samples", { generatedSamples: [{ image: { bytesBase64Encoded: base64 } }] }, png],
    ["from a file in an object", { data: [{ file: { url: "/files/x.png", content_type: "image/png" } }] }, png],
    ["as hexadecimal digits", { data: { image: png.toString("hex") } }, png],
    ["beside one that is broken", { data: [{ b64_json: "@@@@" }, { b64_json: base64 }] }, png],
  ])("%s", async (_, body, expected) => {
    const { made } = await make(body);
    expect(made.body).toMatchObject({ status: "completed" });
    expect(readMediaFile(made).equals(Buffer.from(expected))).toBe(true);
  });

  test.each(
    engines.flatMap((engine) => ["localhost", "127.0.0.1", "127.0.0.2", "[::1]", "0.0.0.0", "x.localhost"].map((host) => [engine, host])),
  )("behind a link of engine %s to %s, its own machine", async (engine, host) => {
    const body = (request: ReceivedRequest) => ({ data: [{ url: `http://${host}:${portOf(request)}/files/x.png` }] });
    const { made } = await make(body, engine === undefined ? {} : { engine });
    expect(readMediaFile(made).equals(png)).toBe(true);
  });

  test("as bytes", async () => {
    const { made } = await make({}, {}, { [paint]: sendFile(png, "image/png") });
    expect(readMediaFile(made).equals(png)).toBe(true);
  });

  test.each<[string, Answer]>([
    ["bytes without a known type", sendFile(png, "application/octet-stream")],
    ["JSON as text", sendFile(JSON.stringify({ data: [{ b64_json: base64 }] }), "text/plain")],
    ["JSON after a byte order mark", sendFile(`\uFEFF${JSON.stringify({ data: [{ b64_json: base64 }] })}`, "application/json")],
    ["JSON with NaN", sendFile(`{"data":[{"b64_json":"${base64}","score":NaN}]}`, "application/json")],
    ["JSON with commas at the end", sendFile(`{"data":[{"b64_json":"${base64}",},]}`, "application/json")],
    [
      "events",
      sendFile(
        ["image_generation.partial_image", "image_generation.completed"]
          .map((type) => `event: ${type}\ndata: ${JSON.stringify({ type, b64_json: type.endsWith("completed") ? base64 : "AAAA" })}\n\n`)
          .join(""),
        "text/event-stream",
      ),
    ],
    ["base64 without JSON", sendFile(base64, "text/plain")],
    ["a data URI without JSON", sendFile(`data:image/png;base64,${base64}`, "text/plain")],
    ["bytes of another type than named", sendFile(png, "image/webp")],
    ["JSON after white space as a keep-alive", sendFile(`\n\n  ${JSON.stringify({ data: [{ b64_json: base64 }] })}\n`, "application/json")],
  ])("as %s", async (_, answer) => {
    const { made } = await make({}, {}, { [paint]: answer });
    expect(readMediaFile(made).equals(png)).toBe(true);
  });

  test("from AUTOMATIC1111 with a data URI", async () => {
    const body = { images: [`data:image/png;base64,${base64}`] };
    const routes = { "POST /v1/txt2img": sendJson(body), "GET /v1/sd-models": sendJson([]) };
    const { service } = await start(routes, { ...painter, engine: "automatic1111" });
    expect(readMediaFile(await service.make("images", { model: "local/m", prompt: "x" })).equals(png)).toBe(true);
  });
});

describe("an image task fails with the reason", () => {
  const page = "<!doctype html><html><head><title>502 Bad Gateway</title></head></html>";
  test.concurrent.for<[string, unknown, string | RegExp]>([
    ["an empty list", { data: [] }, "it sent no image"],
    ["no list", { created: 1 }, "it sent no image"],
    ["null", { data: null }, "it sent no image"],
    ["an empty content", { data: [{ b64_json: "" }] }, "it sent no image"],
    ["an empty data URI", { data: [{ b64_json: "data:image/png;base64," }] }, "its file is empty"],
    ["no base64", { data: [{ b64_json: "@@@@" }] }, "is not base64"],
    ["base64 of garbage", { data: [{ b64_json: Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]).toString("base64") }] }, "is not an image"],
    ["base64 of a page", { data: [{ b64_json: Buffer.from(page).toString("base64") }] }, "502 Bad Gateway"],
    [
      "base64 of an error",
      { data: [{ b64_json: Buffer.from('{"error":{"message":"CUDA out of memory"}}').toString("base64") }] },
      "CUDA out of memory",
    ],
    ["base64 of a sound", { data: [{ b64_json: Buffer.from("ID3\x04\0\0\0\0\0\0\0\0", "latin1").toString("base64") }] }, "audio/mpeg"],
    ["an error with status 200", { error: { message: "Model is loading" } }, "Model is loading"],
    ["an error beside an empty list", { data: [], error: "No credits" }, "No credits"],
    ["an error in the entry", { data: [{ error: { message: "blocked by the filter" } }] }, "blocked by the filter"],
    ["an error beside an empty content", { data: [{ b64_json: "", error: "blocked by the filter" }] }, "blocked by the filter"],
    ["a reason beside null", { data: [{ b64_json: null }], detail: "blocked by the filter" }, "blocked by the filter"],
    ["success false", { success: false, errors: [{ code: 3030, message: "blocked by the filter" }], result: {} }, "blocked by the filter"],
    ["a failed prediction", { status: "failed", output: null, error: "blocked by the filter" }, "blocked by the filter"],
    ["a finish reason beside null", { data: [{ b64_json: null, finish_reason: "content_filter" }] }, "it sent no image (content_filter)"],
    ["Google's reason", { predictions: [{ raiFilteredReason: "blocked by the filter" }] }, "blocked by the filter"],
    ["an empty file behind a link", { data: [{ url: "/empty.png" }] }, "its file is empty"],
    ["a link to a file of this machine", { data: [{ url: "file:///etc/passwd" }] }, "it sent a link that cannot be followed"],
    ["a link that redirects to itself", { data: [{ url: "/loop.png" }] }, "must not be followed"],
    ["an expired link", { data: [{ url: "/expired.png" }] }, "Request has expired"],
    ["an error behind a link to an image", { data: [{ url: `/error.png${expired}` }] }, "the link has expired"],
    ["a link to a page", { data: [{ url: `/page.png${expired}` }] }, "502 Bad Gateway"],
    ["a link to nothing", { data: [{ url: "/absent.png" }] }, "does not have the result"],
    ["a link to another machine", { data: [{ url: "http://192.0.2.1/x.png" }] }, "must not be followed"],
  ])("%s", async ([_, body, message], context) => {
    const loop: Answer = (_request, response) => void response.writeHead(302, { location: "/loop.png" }).end();
    const xml = "<?xml version='1.0'?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>";
    const routes = {
      "GET /page.png": sendFile(page, "text/html"),
      "GET /empty.png": sendFile("", "image/png"),
      "GET /loop.png": loop,
      "GET /expired.png": sendFile(xml, "application/xml", 403),
      "GET /error.png": sendFile('{"error":{"message":"the link has expired"}}', "image/png"),
    };
    const { made, engine } = await make(body, {}, routes, context);
    expect(made.body).toMatchObject({ status: "failed", error: { message: expect.stringContaining(String(message)) } });
    expect(countPosts(engine)).toBe(1);
  });

  test.each<[string, Answer, string]>([
    ["an empty body", sendFile("", "application/json"), "it sent no image"],
    ["no content", (_, response) => void response.writeHead(204).end(), "it sent no image"],
    ["an error with the type of an image", sendFile('{"error":{"message":"out of memory"}}', "image/png"), "out of memory"],
    ["JSON that is cut", sendFile('{"data":[{"b64_json":"iVBORw0', "application/json"), "it sent invalid JSON"],
  ])("%s with status 200", async (_, answer, message) => {
    const { made } = await make({}, {}, { [paint]: answer });
    expect(made.body).toMatchObject({ status: "failed", error: { message: expect.stringContaining(message) } });
  });

  test("a web page with status 200", async () => {
    const { made } = await make({}, {}, { [paint]: sendFile(page, "text/html") });
    expect(made.body).toMatchObject({ status: "failed", error: { message: expect.stringContaining("502 Bad Gateway") } });
  });
});

const countPosts = (engine: Engine) => engine.requests.filter(({ method }) => method === "POST").length;

const mp3 = await marked(Buffer.from("ID3\x04\0\0\0\0\0\0\0\0\0\0", "latin1"));

describe("audio", () => {
  const speak = async (answer: Answer, routes: Record<string, Answer> = {}) => {
    const { service } = await start({ "POST /v1/audio/speech": answer, ...routes }, { models: { m: { kinds: ["audio"] } } });
    return service.make("audios", { model: "local/m", input: "Hello", voice: "a", format: "mp3" });
  };

  test.each<[string, Answer]>([
    ["bytes", sendFile(mp3, "audio/mpeg")],
    ["base64 in JSON", sendJson({ audio: mp3.toString("base64") })],
    ["a data URI in JSON", sendJson({ data: [{ b64_json: `data:audio/mpeg;base64,${mp3.toString("base64")}` }] })],
    ["a link in JSON", sendJson({ audio_url: "/a.mp3" })],
    ["Google's content", sendJson({ audioContent: mp3.toString("base64") })],
    ["ElevenLabs' content with times", sendJson({ audio_base64: mp3.toString("base64"), alignment: { characters: ["H"] } })],
    ["DashScope's link", sendJson({ output: { finish_reason: "stop", audio: { url: "/a.mp3", data: "", id: "x" } }, request_id: "r" })],
    [
      "MiniMax's hexadecimal digits",
      sendJson({ data: { audio: mp3.toString("hex"), status: 2 }, base_resp: { status_code: 0, status_msg: "success" } }),
    ],
    ["fal's file", sendJson({ audio: { url: "/a.mp3", content_type: "audio/mpeg", file_size: 14 } })],
  ])("is received as %s", async (_, answer) => {
    expect(readMediaFile(await speak(answer, { "GET /a.mp3": sendFile(mp3, "audio/mpeg") })).equals(mp3)).toBe(true);
  });

  test.each<[string, Answer, string]>([
    ["nothing", sendFile("", "audio/mpeg"), "its file is empty"],
    ["a page", sendFile("<html><title>Sign in</title></html>", "text/html"), "Sign in"],
    ["an error in JSON", sendJson({ error: { message: "Voice not found" } }), "Voice not found"],
    ["words", sendFile("no such voice", "audio/mpeg"), "no such voice"],
  ])("fails with the reason for %s", async (_, answer, message) => {
    expect((await speak(answer)).body).toMatchObject({ status: "failed", error: { message: expect.stringContaining(message) } });
  });
});

describe("a video", () => {
  const mp4 = Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isommp42", "latin1");
  const film = async (body: unknown, routes: Record<string, Answer> = {}) => {
    const { service } = await start(
      { "POST /video": sendJson(body), ...routes },
      { models: { m: { kinds: ["video"] } }, engine: "localai" },
    );
    return service.make("videos", { model: "local/m", prompt: "x" });
  };

  test.each([
    ["base64", { data: [{ b64_json: mp4.toString("base64url") }] }],
    ["a data URI", { data: [{ url: `data:video/mp4;base64,${mp4.toString("base64")}` }] }],
    ["a link beside an empty content", { data: [{ b64_json: "", url: "/v.mp4" }] }],
  ])("is received as %s", async (_, body) => {
    expect(readMediaFile(await film(body, { "GET /v.mp4": sendFile(mp4, "video/mp4") })).equals(mp4)).toBe(true);
  });

  test.each([
    ["an empty list", { data: [] }, "it sent no file"],
    ["a page behind the link", { data: [{ url: `/v.mp4${expired}` }] }, "Sign in"],
    ["garbage", { data: [{ b64_json: "@@" }] }, "is not base64"],
  ])("fails with the reason for %s", async (_, body, message) => {
    const made = await film(body, { "GET /v.mp4": sendFile("<html><title>Sign in</title></html>", "text/html") });
    expect(made.body).toMatchObject({ status: "failed", error: { message: expect.stringContaining(message) } });
  });
});
