/** The service's interface to a provider: its models, how a request is written for it, and the AI SDK provider that sends it. */
import type { Experimental_VideoModelV4, ImageModelV4, JSONValue, ProviderV4, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { InputFile, MediaGenerationRequest, TextCitation } from "../contract/generationRequest.ts";
import type { Kind, MediaKind } from "../contract/kind.ts";
import type { Capabilities, ModelPrice } from "../contract/models.ts";
import type { ModelStoreName, PullProgress } from "../contract/processMessages.ts";
import type { Retirement } from "../contract/retirement.ts";
import type { MediaCalls, TextCall } from "./calls.ts";
import type { GenerationHooks } from "./generationHooks.ts";
import type { GenerationRequest, ParameterError, TextRequest } from "./request.ts";

export interface ProviderModel {
  /** The provider's own id. */
  id: string;
  kinds: readonly Kind[];
  /** Unix seconds; undefined: not known. */
  created: number | undefined;
  /** Default: the provider's name. */
  ownedBy?: string;
  capabilities: Capabilities;
  price: ModelPrice | undefined;
  /** undefined: the provider has announced none. Its replacement is the provider's own id. */
  retirement?: Retirement;
  /** Full ids of models to try when this one has certainly not accepted a request. */
  fallback: readonly string[];
  /** It speaks with one voice, whatever the request names: v1 requires a voice. */
  ignoresVoice?: boolean;
  /** Whether the engine has the model in memory; undefined: it does not report it. */
  isLoaded?: boolean;
  /** When the engine unloads it if it is not used again, in Unix milliseconds; undefined: it does not report it. */
  loadedUntil?: number;
  /** The path of ComfyUI's workflow. */
  workflow?: string | undefined;
  /** The provider's own fields, sent with each image request. */
  options?: Readonly<Record<string, JSONValue>>;
}

/** A model of which only its id and kinds are known, and `facts`. */
export function toProviderModel(id: string, kinds: readonly Kind[], facts: Partial<ProviderModel> = {}): ProviderModel {
  return { id, kinds, created: undefined, capabilities: {}, price: undefined, fallback: [], ...facts };
}

/** `ProviderV4` does not include video models yet; packages that generate videos have this. Only our own models of images use hooks. */
export interface MediaProvider extends ProviderV4 {
  imageModel(id: string, hooks?: GenerationHooks): ImageModelV4;
  /** Stops the work on an accepted image, if the provider can. */
  cancelImage?(id: string, operation: JSONValue): Promise<void>;
  videoModel?(id: string): Experimental_VideoModelV4;
  /** Stops the work on a started video, if the provider can. */
  cancelVideo?(id: string, operation: JSONValue): Promise<void>;
}

/** Reads what a provider reports in its metadata in addition to the AI SDK's fields. */
export interface MetadataReader {
  /** `text`: the whole message. */
  citations(metadata: SharedV4ProviderMetadata, text: string): TextCitation[];
  /** In units of the account; undefined: not reported. */
  cost(metadata: SharedV4ProviderMetadata | undefined, rawUsage: unknown): number | undefined;
}

/** How a model receives a file: as bytes with their media type, or as text, which every model reads. */
type FileForm = "bytes" | "text";

/** One function for each kind of media; a type of provider lacks those of the kinds that it does not make. */
export type MediaWriters = {
  [K in MediaKind]?: ((model: ProviderModel, request: MediaGenerationRequest<K>) => MediaCalls[K] | ParameterError) | undefined;
};

/**
 * Writes the fields of the interface for one type of provider. Each function returns an error for the first field that cannot be written.
 * Values that a model's capabilities exclude were refused before.
 */
export interface Dialect extends MediaWriters {
  text(model: ProviderModel, request: TextRequest): TextCall | ParameterError;
  /** The form in which a text model receives such a file; undefined: it does not accept it. */
  fileForm(file: InputFile): FileForm | undefined;
  /** Whether the files of a function's output are sent inside it; otherwise they follow in a message of the user. */
  takesFilesInOutputs: boolean;
  /** Whether reasoning without a signature is returned with the calls of its answer, too. Default: the model marks what it wants back. */
  returnsPlainReasoning?: boolean;
  metadata: MetadataReader;
}

/** The store of one provider. Its methods reject with a ProviderError. */
export interface OpenedModelStore {
  readonly name: ModelStoreName;
  pull(model: string, onProgress: (progress: PullProgress) => void, signal: AbortSignal): Promise<string>;
  unload(id: string, signal: AbortSignal): Promise<void>;
}

export interface Provider {
  readonly name: string;
  /** The prefix of its models' ids: empty, or the name and a slash. */
  readonly prefix: string;
  /** Its work is free: it is started again after a crash. */
  readonly isFree: boolean;
  /** It is used only for the kinds that no other provider makes. */
  readonly isStandIn?: boolean;
  readonly dialect: Dialect;
  /** The configured models, used until `listModels` returns more. */
  readonly configuredModels: readonly ProviderModel[];
  /** Rejects with a ProviderError. */
  listModels(signal: AbortSignal): Promise<readonly ProviderModel[]>;
  /** undefined: it downloads no models, or has not answered yet. */
  readonly store?: OpenedModelStore | undefined;
  /** Loads the AI SDK provider on first use. */
  load(): Promise<MediaProvider>;
  /** Downloads the file of a result's link, until the link has expired. The key is only sent to the provider's own origin. */
  download(link: string, signal?: AbortSignal): Promise<Uint8Array>;
  /** Removes the key and the prompts from a text that the provider wrote. */
  redact(text: string, request: GenerationRequest | undefined): string;
  close(): Promise<void>;
}
