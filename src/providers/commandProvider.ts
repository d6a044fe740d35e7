/**
 * A provider whose models are programs on this machine. They read the prompt from standard input, and write the result to standard output
 * or a file.
 */
import type { Experimental_VideoModelV4, ImageModelV4, SpeechModelV4 } from "@ai-sdk/provider";
import type { CommandModelConfiguration, ProviderConfiguration } from "../contract/configuration.ts";
import { chooseFormat } from "./audioFormats.ts";
import { isAddedOption, placeholders } from "./commandWords.ts";
import { aspectRatio, isText, noMetadata, pixelSize, present, refuse } from "./dialects/common.ts";
import type { Dialect, MediaProvider, Provider, ProviderModel } from "./provider.ts";
import type { ParameterError } from "./request.ts";
import { resolveKey } from "./resolveKey.ts";
import { type CommandResult, runCommand } from "./runCommand.ts";
import { textModelOfCommand } from "./textModelOfCommand.ts";

type CommandConfiguration = Extract<ProviderConfiguration, { type: "command" }>;

/** The name of the provider options that contain the fields of the request. Arguments refer to a field as `{name}`. */
const optionsName = "command";
type Values = Record<string, string>;

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
  const run = (id: string, prompt: string, values: Values, signal: AbortSignal | undefined): Promise<CommandResult> => {
    const { run: words, output, timeout = 300, maximumBytes = 256 * 1024 ** 2 } = modelOf(id);
    const added = Object.entries(configuration.environment ?? {}).map(([variable, value]) => [variable, resolveKey(value, environment)]);
    return runCommand({
      name,
      words,
      values,
      environment: Object.fromEntries(added),
      format: output.format,
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
      async doGenerate({ prompt = "", providerOptions, abortSignal }) {
        const { bytes } = await run(modelId, prompt, readValues(providerOptions[optionsName]), abortSignal);
        return { images: [bytes], warnings: [], response: answer(modelId) };
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
      async doGenerate({ prompt = "", providerOptions, abortSignal }) {
        const { bytes } = await run(modelId, prompt, readValues(providerOptions[optionsName]), abortSignal);
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
    listModels: async () => models,
    load: async () => provider,
    download: () => Promise.reject(new Error("A command has no links.")),
    redact: (text) => text,
    close: async () => undefined,
  };
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
  const isRefusal = (values: Values | ParameterError): values is ParameterError => "message" in values && "param" in values;
  return {
    text(model, request) {
      if (request.functions.length > 0 || request.webSearch) return refuse(model, "tools", "is a command, which has no tools.");
      if (request.effort !== undefined) return refuse(model, "reasoning.effort", "is a command, which takes no effort.");
      return { tools: [], drawsByFunction: false, providerOptions: {} };
    },
    image(model, request) {
      if (request.references.length > 0) return refuse(model, "image", "is a command, which takes no references.");
      const values = valuesFor(model, { size: request.size, quality: request.quality, aspect_ratio: request.aspectRatio });
      if (isRefusal(values)) return values;
      return { size: pixelSize(request.size), aspectRatio: aspectRatio(request.aspectRatio), providerOptions: { [optionsName]: values } };
    },
    speech(model, request) {
      const { format: written = "" } = configuration.models[model.id]?.output ?? {};
      const format = chooseFormat(model, request, [written]);
      if ("param" in format) return format;
      const isUsualSpeed = request.speed === undefined || request.speed === 1;
      const voice = model.ignoresVoice ? undefined : request.voice;
      const values = valuesFor(model, { voice, speed: isUsualSpeed ? undefined : String(request.speed) });
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
      if (request.references.length > 0) return refuse(model, "image", "is a command, which takes no references.");
      const duration = request.duration === undefined ? undefined : String(request.duration);
      const values = valuesFor(model, { size: request.size, quality: request.quality, duration });
      return isRefusal(values) ? values : { aspectRatio: aspectRatio(request.size), providerOptions: { [optionsName]: values } };
    },
    takesFilesInOutputs: false,
    fileForm: (file) => (isText(file) ? "text" : undefined),
    metadata: noMetadata,
  };
}

/** A media model generates the configured file format, whatever else is known of it. */
function describeModel(id: string, model: CommandModelConfiguration, fallback: readonly string[] = []): ProviderModel {
  const { kinds, capabilities = {}, price } = model;
  const hasAudio = kinds.includes("audio");
  const ignoresVoice = hasAudio && !model.run.some((word) => placeholders(word).includes("voice"));
  return {
    id,
    kinds,
    created: undefined,
    capabilities: {
      ...(hasAudio ? { format: [model.output.format] } : {}),
      ...capabilities,
      ...(ignoresVoice ? { voice: ["default"] } : {}),
    },
    ...(ignoresVoice ? { ignoresVoice } : {}),
    price,
    fallback: model.fallback ?? fallback,
  };
}
