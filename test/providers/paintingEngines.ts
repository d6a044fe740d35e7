/**
 * Engines that really edit pixels, as their documents describe them. They paint everything red that a mask selects, or the whole image.
 * Sources: OpenAI, "Create image edit": what is transparent in the mask is edited; a mask has the size of the image. stable-diffusion-webui,
 * "API": what is white in the mask is drawn again, and `denoising_strength` says how far it departs from the image; `extra-single-image` enlarges.
 * ComfyUI, "Server routes". OpenRouter, "Image API": references are in `input_references`.
 */
import { decodePng } from "../../src/media/images/decodePng.ts";
import { encodePng } from "../../src/media/images/encodePng.ts";
import type { Raster } from "../../src/media/images/raster.ts";
import { type Answer, type Engine, openEngine, sendJson } from "./engineServer.ts";

const red = [255, 0, 0];

export interface PaintingEngine extends Engine {
  /** The next image is only answered when this is called. */
  hold(): () => void;
}

function decode(bytes: Uint8Array): Raster {
  const raster = decodePng(bytes);
  if (raster === undefined) throw new TypeError("The engine got something that is not an image.");
  return raster;
}

const writePng = (raster: Raster): string => Buffer.from(encodePng({ ...raster, channels: 4 })).toString("base64");

/** `part`: how much of each pixel becomes red, from 0 to 1. */
function paint({ width, height, data }: Raster, part: (at: number) => number): Raster {
  const painted = Uint8Array.from(data);
  for (let at = 0; at < painted.length; at += 4) {
    const share = part(at);
    for (let index = 0; index < 3; index += 1) {
      painted[at + index] = Math.round((data[at + index] ?? 0) * (1 - share) + (red[index] ?? 0) * share);
    }
  }
  return { width, height, data: painted };
}

/** Removes everything that has the colour of the first pixel. */
function cutOut({ width, height, data }: Raster): Raster {
  const cut = Uint8Array.from(data);
  for (let at = 0; at < cut.length; at += 4) if (cut[at] === cut[0] && cut[at + 1] === cut[1] && cut[at + 2] === cut[2]) cut[at + 3] = 0;
  return { width, height, data: cut };
}

/** Repeats each pixel. */
function enlarge({ width, height, data }: Raster, factor: number): Raster {
  const pixels = Array.from({ length: width * factor * height * factor }, (_, pixel) => {
    const [x, y] = [pixel % (width * factor), Math.floor(pixel / (width * factor))].map((at) => Math.floor(at / factor));
    const at = ((y ?? 0) * width + (x ?? 0)) * 4;
    return [...data.subarray(at, at + 4)];
  });
  return { width: width * factor, height: height * factor, data: Uint8Array.from(pixels.flat()) };
}

function holder() {
  let waiting: Promise<void> = Promise.resolve();
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting = promise;
    return resolve;
  };
  return { hold, held: () => waiting };
}

const unchanged = { width: 64, height: 64, data: new Uint8Array(64 * 64 * 4).fill(255) };

/** OpenAI's models `gpt-image-2` with `/images/generations` and `/images/edits`. */
export async function openOpenaiPainter(): Promise<PaintingEngine> {
  const { hold, held } = holder();
  const edit: Answer = async ({ body, headers }, response) => {
    const form = await new Response(new Uint8Array(body), { headers: { "content-type": headers["content-type"] ?? "" } }).formData();
    const [image, mask] = await Promise.all(["image", "mask"].map((name) => fileOf(form, name)));
    const source = decode(image ?? new Uint8Array());
    const selected = mask && decode(mask);
    if (selected && (selected.width !== source.width || selected.height !== source.height)) {
      return sendJson({ error: { message: "Invalid mask image format - mask size does not match image size", param: "mask" } }, 400)(
        { method: "POST", path: "", headers, body, json: {} },
        response,
      );
    }
    await held();
    const isCut = form.get("background") === "transparent";
    const share = form.has("strength") ? Number(form.get("strength")) : 1;
    const made = isCut ? cutOut(source) : paint(source, (at) => (selected && selected.data[at + 3] !== 0 ? 0 : share));
    const data = Array.from({ length: Number(form.get("n") ?? 1) }, () => ({ b64_json: writePng(made) }));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ created: 1, data }));
  };
  const engine = await openEngine({
    "GET /v1/models": sendJson({ data: [{ id: "gpt-image-2", object: "model", created: 1, owned_by: "openai" }] }),
    "POST /v1/images/generations": (request, response) =>
      sendJson({ data: Array.from({ length: Number(request.json.n ?? 1) }, () => ({ b64_json: writePng(unchanged) })) })(request, response),
    "POST /v1/images/edits": edit,
  });
  return { ...engine, hold };
}

async function fileOf(form: FormData, name: string): Promise<Uint8Array | undefined> {
  const file = form.get(name) ?? form.get(`${name}[]`);
  return file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : undefined;
}

const bytesOf = (text: unknown) => Buffer.from(String(text).replace(/^data:[^,]*,/, ""), "base64");

/** OpenRouter with a model that removes backgrounds. */
export async function openRouterPainter(): Promise<Engine> {
  const supported_parameters = {
    n: { type: "range", min: 1, max: 4 },
    seed: { type: "boolean" },
    background: { type: "enum", values: ["auto", "transparent"] },
    output_format: { type: "enum", values: ["png"] },
    input_references: { type: "range", min: 0, max: 1 },
  };
  return openEngine({
    "GET /v1/models": sendJson({ data: [] }),
    "GET /v1/images/models": sendJson({ data: [{ id: "lab/cutter", supported_parameters }] }),
    "POST /v1/images": (request, response) => {
      const { n = 1, background, input_references: references } = request.json;
      const [reference] = Array.isArray(references) ? references : [];
      const source = reference ? decode(bytesOf(reference.image_url.url)) : unchanged;
      const made = background === "transparent" ? cutOut(source) : source;
      const data = Array.from({ length: Number(n) }, () => ({ b64_json: writePng(made), media_type: "image/png" }));
      return sendJson({ created: 1, data })(request, response);
    },
  });
}

/** Workflows for `openComfy`, whose node enlarges, or paints a part of each pixel red, of what a mask selects. */
export const comfyWorkflows = {
  enlarge: { "1": { class_type: "Enlarge", inputs: { image: "{{image}}", factor: "{{upscale}}", prompt: "{{prompt}}" } } },
  paint: {
    "1": {
      class_type: "Paint",
      inputs: {
        ...{ image: "{{image}}", mask: "{{mask:}}", prompt: "{{prompt}}", negative: "{{negative_prompt:}}", strength: "{{strength:1}}" },
        ...{ seed: "{{seed}}", steps: "{{steps:20}}", guidance: "{{guidance:7}}" },
      },
    },
  },
} as const;

/** ComfyUI, which makes its image at once. */
export async function openComfy(): Promise<Engine> {
  const files = new Map<unknown, Uint8Array>();
  return openEngine({
    "GET /system_stats": sendJson({ system: { comfyui_version: "0.3.40" } }),
    "POST /upload/image": async (request, response) => {
      const headers = { "content-type": request.headers["content-type"] ?? "" };
      const form = await new Response(new Uint8Array(request.body), { headers }).formData();
      const name = `${files.size}.png`;
      files.set(name, (await fileOf(form, "image")) ?? new Uint8Array());
      return sendJson({ name, subfolder: "", type: "input" })(request, response);
    },
    "POST /prompt": (request, response) => {
      const { inputs } = Object(Object(request.json.prompt)["1"]);
      const source = decode(files.get(inputs.image) ?? new Uint8Array());
      const mask = files.get(inputs.mask);
      const selected = mask && decode(mask);
      const isKept = (at: number) => selected !== undefined && selected.data[at + 3] !== 0;
      const made = inputs.factor ? enlarge(source, inputs.factor) : paint(source, (at) => (isKept(at) ? 0 : inputs.strength));
      files.set("made.png", encodePng({ ...made, channels: 4 }));
      return sendJson({ prompt_id: "p1", number: 1, node_errors: {} })(request, response);
    },
    "GET /history/p1": sendJson({ p1: { outputs: { "1": { images: [{ filename: "made.png", subfolder: "", type: "output" }] } } } }),
    "GET /view": (_, response) => void response.writeHead(200, { "content-type": "image/png" }).end(files.get("made.png")),
  });
}

/** AUTOMATIC1111's web UI with one checkpoint. While it is held, it reports 40 % and the image that it got. */
export async function openWebUi(): Promise<PaintingEngine> {
  const { hold, held } = holder();
  let current: { task: unknown; image: string } | undefined;
  const draw: Answer = async (request, response) => {
    const { json } = request;
    const [init] = Array.isArray(json.init_images) ? json.init_images : [];
    const source = init === undefined ? unchanged : decode(bytesOf(init));
    const selected = json.mask === undefined ? undefined : decode(bytesOf(json.mask));
    current = { task: json.force_task_id, image: writePng(source) };
    await held();
    current = undefined;
    const strength = typeof json.denoising_strength === "number" ? json.denoising_strength : 0.75;
    const made = paint(source, (at) => (selected ? (selected.data[at] ?? 0) / 255 : strength));
    const images = Array.from({ length: Number(json.batch_size ?? 1) }, () => writePng(made));
    await sendJson({ images, parameters: {}, info: "{}" })(request, response);
  };
  const engine = await openEngine({
    "GET /sdapi/v1/sd-models": sendJson([{ title: "harbour.safetensors", model_name: "harbour", hash: "abc" }]),
    "POST /sdapi/v1/txt2img": draw,
    "POST /sdapi/v1/img2img": draw,
    "GET /sdapi/v1/upscalers": sendJson([{ name: "None" }, { name: "Lanczos" }, { name: "R-ESRGAN 4x+" }]),
    "POST /sdapi/v1/extra-single-image": (request, response) => {
      const { image, upscaling_resize: factor, upscaler_1: upscaler } = request.json;
      if (upscaler !== "R-ESRGAN 4x+") return sendJson({ detail: "Upscaler not found" }, 404)(request, response);
      return sendJson({ html_info: "", image: writePng(enlarge(decode(bytesOf(image)), Number(factor))) })(request, response);
    },
    "GET /sdapi/v1/progress": (request, response) =>
      sendJson({ progress: current ? 0.4 : 0, current_image: current?.image ?? null, current_task: current?.task ?? null })(
        request,
        response,
      ),
    "POST /sdapi/v1/interrupt": sendJson({}),
  });
  return { ...engine, hold };
}
