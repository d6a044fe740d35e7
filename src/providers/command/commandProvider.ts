/**
 * A provider whose models are programs on this machine. They read the prompt from standard input, and write the result to standard output
 * or a file.
 */

import { randomInt } from "node:crypto";
import type { Experimental_VideoModelV4, ImageModelV4, ImageModelV4File, SharedV4Warning, SpeechModelV4 } from "@ai-sdk/provider";
import { type AddedField, addedNames, hasAddedField } from "../../contract/addedFields.ts";
import type { CommandModelConfiguration, ProviderConfiguration } from "../../contract/configuration.ts";
import { errorText } from "../../contract/errorText.ts";
import { formatOfMediaType } from "../../contract/fileFormats.ts";
import type { ImageRequest, VideoRequest } from "../../contract/generationRequest.ts";
import type { Kind } from "../../contract/kind.ts";
import type { Capabilities } from "../../contract/models.ts";
import { present } from "../../contract/present.ts";
import { redactEnd } from "../../network/redactText.ts";
import { diffusionFields, framesPerSecond, imageChanges } from "../announcedFields.ts";
import { resolveKey } from "../connection/resolveKey.ts";
import { chooseAudioFormat } from "../dialects/audioFormats.ts";
import { aspectRatio, isText, noMetadata, pixelSize, refuse } from "../dialects/common.ts";
import { lastFrameOf } from "../engines/inlineFile.ts";
import type { Dialect, MediaProvider, Provider, ProviderModel } from "../provider.ts";
import { CommandError } from "../providerError.ts";
import { linksOf, type ParameterError, requestTexts } from "../request.ts";
import { samplingFieldsOf } from "../sampling.ts";
import { isAddedOption, placeholders } from "./commandWords.ts";
import { type CommandOptions, type CommandResult, requireProgram, runCommand } from "./runCommand.ts";
import { textModelOfCommand } from "./textModelOfCommand.ts";

type CommandConfiguration = Extract<ProviderConfiguration, { type: "command" }>;

/** The name of the provider options that contain the fields of the request. Arguments refer to a field as `{name}`. */
const optionsName = "command";
type Values = Record<string, string>;
/** Shorter values of variables are options. */
const shortestKey = 8;

/** `environment`: variables for `${NAME}` in the configuration. */
export function createCommandProvider(
  name: string,
  configuration: CommandConfiguration,
  environment: Readonly<Record<string, string | undefined>>,
): Provider {
  const models = Object.entries(configuration.models).map(([id, model]) => describeModel(id, model, configuration.fallback));
  const modelOf = (id: string): CommandModelConfiguration => {
    const model = configuration.models[id];
    if (!model) throw new RangeError("There is no command of that name.");
    return model;
  };
  const variables = () => readVariables(configuration, environment);
  const run = (
    id: string,
    prompt: string,
    values: Values,
    signal: AbortSignal | undefined,
    files: CommandOptions["files"] = [],
  ): Promise<CommandResult> => {
    const { run: words, output, timeout = 300, maximumBytes = 256 * 1024 ** 2 } = modelOf(id);
    return runCommand({
      words,
      values,
      files,
      environment: variables(),
      format: values.output_format ?? output.format,
      prompt,
      signal,
      timeout: timeout * 1000,
      maximumBytes,
    });
  };
  const answer = (modelId: string) => ({ timestamp: new Date(), modelId, headers: undefined });

  const provider: MediaProvider = {
    specificationVersion: "v4",
    languageModel: (id) => textModelOfCommand(id, (prompt, signal) => run(id, prompt, {}, signal)),
    embeddingModel(id) {
      throw new RangeError(`A command makes no embeddings: ${id}.`);
    },
    imageModel: (modelId): ImageModelV4 => ({
      specificationVersion: "v4",
      provider: name,
      modelId,
      maxImagesPerCall: 1,
      async doGenerate({ prompt = "", n, seed = randomInt(2 ** 31), files = [], mask, providerOptions, abortSignal }) {
        const values = readValues(providerOptions[optionsName]);
        const given = filesOf({ image: files[0], mask });
        const images: Uint8Array[] = [];
        const warnings: SharedV4Warning[] = [];
        // A program makes one image, so it runs once for each, with the next seed.
        for (let index = 0; index < n; index += 1) {
          try {
            images.push((await run(modelId, prompt, { ...values, seed: String(seed + index) }, abortSignal, given)).bytes);
          } catch (error) {
            if (abortSignal?.aborted || images.length === 0) throw error;
            warnings.push({ type: "other", message: `only ${images.length} of ${n} images were made` });
            break;
          }
        }
        return { images, warnings, response: answer(modelId) };
      },
    }),
    speechModel: (modelId): SpeechModelV4 => ({
      specificationVersion: "v4",
      provider: name,
      modelId,
      async doGenerate({ text, providerOptions, abortSignal }) {
        const { bytes } = await run(modelId, text, readValues(providerOptions?.[optionsName]), abortSignal);
        return { audio: bytes, warnings: [], response: { timestamp: new Date(), modelId } };
      },
    }),
    videoModel: (modelId): Experimental_VideoModelV4 => ({
      specificationVersion: "v4",
      provider: name,
      modelId,
      maxVideosPerCall: 1,
      async doGenerate({ prompt = "", seed = randomInt(2 ** 31), image, frameImages, providerOptions, abortSignal }) {
        const values = { ...readValues(providerOptions[optionsName]), seed: String(seed) };
        const files = filesOf({ image, last_frame: lastFrameOf(frameImages) });
        const { bytes } = await run(modelId, prompt, values, abortSignal, files);
        return { videos: [{ type: "binary", data: bytes, mediaType: "video/mp4" }], warnings: [], response: answer(modelId) };
      },
    }),
  };

  return {
    name,
    prefix: `${name}/`,
    isFree: false,
    dialect: commandDialect(configuration),
    configuredModels: models,
    listModels: () => requireRunnable(configuration, variables).then(() => models),
    load: async () => provider,
    download: () => Promise.reject(new Error("A command has no links.")),
    redact(text, request) {
      const keys = Object.values(orNone(variables)).filter(({ length }) => length >= shortestKey);
      return redactEnd(text, keys, request ? [...requestTexts(request), ...linksOf(request)] : []);
    },
    close: async () => undefined,
  };
}

/** The variables that the programs get besides the inherited ones. Throws a TypeError that names one which is not set. */
function readVariables(
  { environment: named = {} }: CommandConfiguration,
  environment: Readonly<Record<string, string | undefined>>,
): Values {
  return Object.fromEntries(Object.entries(named).map(([key, value]) => [key, resolveKey(value, environment) ?? ""]));
}

/** Throws a CommandError if a program is missing, or a variable of the configuration is not set. */
async function requireRunnable({ models }: CommandConfiguration, variables: () => unknown): Promise<void> {
  try {
    variables();
  } catch (error) {
    throw new CommandError("cannot be started", { said: errorText(error), acceptance: "refused" });
  }
  for (const { run: words } of Object.values(models)) await requireProgram(words[0] ?? "");
}

/** A variable that is not set has no value that could be repeated, and then no program is started. */
function orNone(variables: () => Values): Values {
  try {
    return variables();
  } catch {
    return {};
  }
}

/** The files that a program reads, by the name of their placeholders. The service has loaded them, so links do not occur. */
function filesOf(given: Readonly<Record<string, ImageModelV4File | undefined>>): CommandOptions["files"] {
  return Object.entries(given).flatMap(([name, file]) =>
    file?.type === "file" && file.data instanceof Uint8Array
      ? [{ name, format: formatOfMediaType(file.mediaType)?.ending ?? "bin", bytes: file.data }]
      : [],
  );
}

function readValues(options: unknown): Values {
  if (typeof options !== "object" || options === null) return {};
  return Object.fromEntries(Object.entries(options).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** Passes a field on if an argument has a placeholder for it; otherwise the field is refused by name. */
function commandDialect(configuration: CommandConfiguration): Dialect {
  const valuesFor = (model: ProviderModel, fields: Record<string, string | undefined>): Values | ParameterError => {
    const words = configuration.models[model.id]?.run ?? [];
    const names = new Set(words.flatMap(placeholders));
    const given = present(fields);
    const unknown = Object.keys(given).find((field) => !names.has(field));
    if (unknown !== undefined) return refuse(model, unknown, `has no place for ${unknown} in its command.`);
    for (const [field, value] of Object.entries(given)) {
      if (value.includes("\0")) return refuse(model, field, `does not take U+0000 in ${field}.`);
      const added = words.filter((word) => placeholders(word).includes(field)).some((word) => isAddedOption(word, given));
      if (added) return refuse(model, field, `does not take ${field} that begins like an option of a program.`);
    }
    return given;
  };
  /** The fields that images and videos share: references and the added ones. `fields`: those of the interface. */
  const valuesOfMedia = (model: ProviderModel, request: ImageRequest | VideoRequest, fields: Record<string, string | undefined>) => {
    const { references, added = {} } = request;
    const names = configuration.models[model.id]?.run.flatMap(placeholders) ?? [];
    if (references.length > 0 && !names.includes("image")) return refuse(model, "image", "is a command, which takes no references.");
    if (references.length > 1) return refuse(model, "image", "takes one reference image.");
    const { n: _, mask, last_frame, ...others } = added;
    const files = { mask, last_frame };
    for (const [name, file] of Object.entries(files)) {
      if (file !== undefined && !names.includes(name)) return refuse(model, name, `has no place for ${name} in its command.`);
    }
    const texts = Object.entries(others).map(([name, value]) => [name, value === undefined ? undefined : String(value)] as const);
    return valuesFor(model, { ...fields, ...Object.fromEntries(texts) });
  };
  const isRefusal = (values: Values | ParameterError): values is ParameterError => "message" in values && "param" in values;
  return {
    text(model, request) {
      if (request.functions.length > 0 || request.webSearch) return refuse(model, "tools", "is a command, which has no tools.");
      if (request.effort !== undefined) return refuse(model, "reasoning.effort", "is a command, which takes no effort.");
      if (request.format !== undefined) return refuse(model, "text", "is a command, which takes no format of its answer.");
      const [steered] = samplingFieldsOf(request);
      if (steered !== undefined) return refuse(model, steered, `is a command, which takes no ${steered}.`);
      return { tools: [], drawsByFunction: false, providerOptions: {} };
    },
    image(model, request) {
      const { size, quality, aspectRatio: ratio, added: { n, seed, mask } = {} } = request;
      const values = valuesOfMedia(model, request, { size, quality, aspect_ratio: ratio });
      if (isRefusal(values)) return values;
      const providerOptions = { [optionsName]: values };
      return { n, seed, mask, size: pixelSize(size), aspectRatio: aspectRatio(ratio), providerOptions };
    },
    audio(model, request) {
      const { format: written = "" } = configuration.models[model.id]?.output ?? {};
      const format = chooseAudioFormat(model, request, [written]);
      if ("param" in format) return format;
      const isUsualSpeed = request.speed === undefined || request.speed === 1;
      const voice = model.ignoresVoice ? undefined : request.voice;
      const { voice_instructions, language } = request.added ?? {};
      const fields = { voice, speed: isUsualSpeed ? undefined : String(request.speed), voice_instructions, language };
      const values = valuesFor(model, fields);
      if (isRefusal(values)) return values;
      // Every placeholder needs a value: the default if the request has none.
      const speed = values.speed ?? "1";
      return {
        voice,
        ...format,
        speed: request.speed,
        providerOptions: { [optionsName]: { ...values, speed } },
      };
    },
    video(model, request) {
      const duration = request.duration === undefined ? undefined : String(request.duration);
      const values = valuesOfMedia(model, request, { size: request.size, quality: request.quality, duration });
      if (isRefusal(values)) return values;
      const { seed, last_frame: lastFrame } = request.added ?? {};
      return { seed, lastFrame, aspectRatio: aspectRatio(request.size), providerOptions: { [optionsName]: values } };
    },
    takesFilesInOutputs: false,
    fileForm: (file) => (isText(file) ? "text" : undefined),
    metadata: noMetadata,
  };
}

/** What a program takes because its command has a placeholder for it. The values of the others are configured. */
const defaultFields: Partial<Capabilities> = {
  ...diffusionFields,
  ...imageChanges,
  upscale: ["2", "4"],
  last_frame: true,
  generate_audio: true,
  fps: framesPerSecond,
  voice_instructions: true,
  language: true,
};

function fieldsOf(kinds: readonly Kind[], names: ReadonlySet<string>): Partial<Capabilities> {
  const takes = (name: AddedField) => kinds.some((kind) => kind !== "text" && hasAddedField(kind, name));
  const taken = addedNames.filter((name) => takes(name) && names.has(name)).map((name) => [name, defaultFields[name]] as const);
  return {
    ...Object.fromEntries(taken.filter(([, announced]) => announced !== undefined)),
    ...(takes("n") && names.has("seed") ? { n: { minimum: 1, maximum: 10 } } : {}),
    ...(names.has("image") ? { image: 1 } : {}),
  };
}

/** A media model generates the configured file format, whatever else is known of it. */
function describeModel(id: string, model: CommandModelConfiguration, fallback: readonly string[] = []): ProviderModel {
  const { kinds, capabilities = {}, price } = model;
  const hasAudio = kinds.includes("audio");
  const names = new Set(model.run.flatMap(placeholders));
  const ignoresVoice = hasAudio && !names.has("voice");
  return {
    id,
    kinds,
    created: undefined,
    capabilities: {
      ...(hasAudio ? { format: [model.output.format] } : {}),
      ...fieldsOf(kinds, names),
      ...capabilities,
      ...(ignoresVoice ? { voice: ["default"] } : {}),
    },
    ...(ignoresVoice ? { ignoresVoice } : {}),
    price,
    fallback: model.fallback ?? fallback,
  };
}
