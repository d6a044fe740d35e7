/** The demo as a provider of the service: its models, their accepted values and their prices. */
import { faultModels } from "../contract/faultModels.ts";
import type { ImageRequest, InputFile } from "../contract/generationRequest.ts";
import type { Capabilities, ModelPrice } from "../contract/models.ts";
import { present } from "../contract/present.ts";
import { type DemoModel, demoModels, upscaler } from "../demo/capabilities.ts";
import type { DemoProvider } from "../demo/demoProvider.ts";
import { isReadable } from "../demo/voice/readableText.ts";
import { readImageHeader } from "../media/images/readImageHeader.ts";
import { audioFormats } from "../media/sounds/audioFormats.ts";
import { imageChanges } from "./announcedFields.ts";
import { writeAddedFields, writeMediaCall } from "./dialects/addedFields.ts";
import { noMetadata, refuse } from "./dialects/common.ts";
import type { Dialect, Provider, ProviderModel } from "./provider.ts";
import type { ParameterError } from "./request.ts";

export interface DemoProviderOptions {
  name: string;
  /** Empty if nothing is configured. */
  prefix: string;
  /** See Provider. */
  isStandIn?: boolean;
  /** Whether the fault models are listed. */
  faults: boolean;
  /** Speed of text; 0 is as fast as possible. */
  tokensPerSecond: number;
  /** Address of the bundled worker; undefined: its source. */
  workerUrl: URL | undefined;
}

const prices: Record<DemoModel["kind"], ModelPrice> = {
  text: { input: 2, output: 8 },
  image: { input: 2, output: 10 },
  // Real, and of this machine.
  audio: { input: 0, output: 0 },
  video: { input: 5, output: 20 },
};
const faultsReleased = Date.UTC(2026, 0, 1) / 1000;

/** The option names of the demo for fields without an equivalent in the AI SDK; see `demoOptionsName`. */
const demoDialect: Dialect = {
  text(model, request) {
    if (request.format) return { param: "text", message: `The model ${model.id} writes no JSON: text.format.type must be text.` };
    return {
      tools: [
        ...(request.webSearch ? [{ type: "provider" as const, id: "demo.web_search" as const, name: "web_search", args: {} }] : []),
        ...(request.imageTool
          ? [{ type: "provider" as const, id: "demo.image_generation" as const, name: "image_generation", args: { ...request.imageTool } }]
          : []),
      ],
      drawsByFunction: false,
      providerOptions: {},
    };
  },
  image(model, request) {
    if (model.id === upscaler.id) return refuseUpscale(model, request) ?? { providerOptions: {} };
    const { size, quality, aspectRatio, references, added: { mask } = {} } = request;
    const refused = refuseReferences(model, references) ?? refuseMask(model, mask);
    if (refused) return refused;
    return writeMediaCall("demo", model, request, "demo", {}, present({ size, quality, aspectRatio }));
  },
  audio(model, { text, voice, format, speed }) {
    if (!isReadable(text)) return refuse(model, "input", "reads English only. For other languages, add a provider (Add Provider…).");
    return { voice, outputFormat: format, speed, providerOptions: {} };
  },
  video(model, request) {
    const refused = refuseReferences(model, request.references);
    if (refused) return refused;
    const written = writeAddedFields("demo", model, request, present({ size: request.size, quality: request.quality }));
    return "param" in written ? written : { seed: written.seed, providerOptions: { demo: written.options } };
  },
  takesFilesInOutputs: true,
  fileForm: () => "bytes",
  metadata: noMetadata,
};

/** The demo only decodes PNG and JPEG. */
function refuseReferences(model: ProviderModel, references: readonly InputFile[]): ParameterError | undefined {
  const other = references.find(({ mediaType }) => mediaType !== "image/png" && mediaType !== "image/jpeg");
  return other && refuse(model, "image", `takes PNG and JPEG as reference images, not ${other.mediaType}.`);
}

/** Says what is missing, or why the image cannot be enlarged, before anything starts. */
function refuseUpscale(model: ProviderModel, { references: [image], added }: ImageRequest): ParameterError | undefined {
  if (added?.upscale === undefined) return refuse(model, "upscale", `only enlarges images: upscale must be ${upscaler.factor}.`);
  if (image === undefined) return refuse(model, "image", "enlarges an image: send it as the reference image.");
  if (!upscaler.mediaTypes.some((type) => type === image.mediaType))
    return refuse(model, "image", `enlarges PNG, JPEG and WebP, not ${image.mediaType}.`);
  const header = readImageHeader(image.bytes);
  if (header === undefined) return refuse(model, "image", "cannot read the image.");
  const { width, height } = header;
  if (width * height <= upscaler.maximumPixels) return undefined;
  return refuse(model, "image", `enlarges images of up to 4096x4096 pixels, or as many of another shape; this one has ${width}x${height}.`);
}

function refuseMask(model: ProviderModel, mask: InputFile | undefined): ParameterError | undefined {
  return mask === undefined || mask.mediaType === "image/png" ? undefined : refuse(model, "mask", "takes a PNG as mask.");
}

/** What the demo does with a seed and with words to avoid. */
const drawnFields = { seed: { minimum: 0, maximum: 2 ** 32 - 1 }, negative_prompt: true } as const satisfies Capabilities;
const mostImages = 4;

export function createDemo({ name, prefix, isStandIn = false, faults, tokensPerSecond, workerUrl }: DemoProviderOptions): Provider {
  let loading: Promise<DemoProvider> | undefined;
  const models = [...demoModels.map(describeDemoModel), describedUpscaler, ...(faults ? describeFaultModels() : [])];
  return {
    name,
    prefix,
    isFree: true,
    isStandIn,
    dialect: demoDialect,
    configuredModels: models,
    listModels: async () => models,
    load() {
      loading ??= import("../demo/demoProvider.ts").then(({ createDemoProvider }) => createDemoProvider({ tokensPerSecond, workerUrl }));
      return loading;
    },
    download: () => Promise.reject(new Error("The demo has no links.")),
    redact: (text) => text,
    async close() {
      await (await loading)?.close();
    },
  };
}

function describeDemoModel(model: DemoModel): ProviderModel {
  return {
    id: model.id,
    kinds: [model.kind],
    created: model.released,
    ownedBy: model.ownedBy,
    capabilities: { ...capabilitiesOf(model), ...(model.kind === "text" ? {} : { cancel: true }) },
    price: prices[model.kind],
    fallback: [],
  };
}

/** It takes no size and no other field that says how an image looks: see `onlyUpscales`. */
const describedUpscaler: ProviderModel = {
  id: upscaler.id,
  kinds: ["image"],
  created: upscaler.released,
  ownedBy: upscaler.ownedBy,
  capabilities: { size: [], quality: [], aspect_ratio: [], image: 1, upscale: [upscaler.factor], cancel: true },
  price: { input: 0, output: 0 },
  fallback: [],
};

/** Each generates like the demo model of its kind, except for its fault. */
function describeFaultModels(): ProviderModel[] {
  return faultModels.map(({ id, kinds }) => ({
    id,
    kinds,
    created: faultsReleased,
    ownedBy: "faults",
    capabilities: {},
    price: { input: 1, output: 1 },
    fallback: [],
  }));
}

/** Moves the default to the front. */
const defaultFirst = (values: readonly string[], first: string) => [first, ...values.filter((value) => value !== first)];

function capabilitiesOf(model: DemoModel): Capabilities {
  switch (model.kind) {
    case "text": {
      const drawing = model.multimodal ? demoModels.find((other) => other.id === "demo-image") : undefined;
      return {
        input: [...model.inputParts],
        effort: [...model.efforts],
        tools: ["web_search", ...(model.multimodal ? ["image_generation" as const] : []), "function"],
        ...(drawing?.kind === "image" ? imageCapabilities(drawing) : {}),
      };
    }
    case "image":
      return {
        ...imageCapabilities(model),
        image: model.references,
        n: { minimum: 1, maximum: mostImages },
        ...drawnFields,
        ...imageChanges,
      };
    case "audio":
      return {
        voice: [...model.voices],
        format: audioFormats.filter((format) => model.formats.includes(format)),
        speed: { minimum: model.minimumSpeed, maximum: model.maximumSpeed },
        characters: model.maximumCharacters,
      };
    case "video":
      return {
        size: [...model.aspectRatios],
        quality: defaultFirst(Object.keys(model.qualities), model.defaultQuality),
        duration: [model.defaultDuration, ...model.durations.filter((duration) => duration !== model.defaultDuration)],
        image: model.references,
        ...drawnFields,
      };
  }
}

function imageCapabilities(model: Extract<DemoModel, { kind: "image" }>): Capabilities {
  return {
    size: defaultFirst(Object.keys(model.sizes), model.defaultSize),
    side: { minimum: model.minimumSide, maximum: model.maximumSide },
    quality: defaultFirst(model.qualities, model.defaultQuality),
    aspect_ratio: [...model.aspectRatios],
  };
}
