/** What the service knows of a provider: its models, how a request is written for it, and the AI SDK provider that sends it. */
import type { Experimental_VideoModelV4, JSONValue, ProviderV4, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { AudioRequest, Citation, ImageRequest, InputFile, VideoRequest } from "../contract/generationRequest.ts";
import type { Kind } from "../contract/kind.ts";
import type { Capabilities } from "../contract/models.ts";
import type { ImageCall, SpeechCall, TextCall, VideoCall } from "./calls.ts";
import type { GenerationRequest, ParameterError, TextRequest } from "./request.ts";

/** In units of the account: `input` and `output` for a million tokens, `image` for one image, `second` for one of audio or video. */
export interface Price {
  input?: number | undefined;
  output?: number | undefined;
  image?: number | undefined;
  second?: number | undefined;
}

export interface ProviderModel {
  /** As the provider knows it. */
  id: string;
  kinds: readonly Kind[];
  /** Unix seconds; undefined: not known. */
  created: number | undefined;
  /** Default: the provider's name. */
  ownedBy?: string;
  capabilities: Capabilities;
  price: Price | undefined;
  /** Full ids of the models that may take a request which this one certainly did not accept. */
  fallback: readonly string[];
  /** The provider's own fields, which go along with each request for an image. */
  options?: Readonly<Record<string, JSONValue>>;
}

/** `ProviderV4` does not have video models yet; the packages that make videos have this. */
export interface MediaProvider extends ProviderV4 {
  videoModel?(id: string): Experimental_VideoModelV4;
  /** Ends the work on a started video, as far as the provider can. */
  cancelVideo?(id: string, operation: JSONValue): Promise<void>;
}

/** What a provider reports beside the AI SDK's own fields, in its metadata. */
export interface MetadataReader {
  /** `text` is the whole message. */
  citations(metadata: SharedV4ProviderMetadata, text: string): Citation[];
  /** In units of the account; undefined: not reported. */
  cost(metadata: SharedV4ProviderMetadata | undefined, rawUsage: unknown): number | undefined;
}

/** Bytes with their media type, or what is written in them, as every model reads it. */
type FileForm = "bytes" | "text";

/**
 * How the fields of the interface are written for one type of provider. Each function names the first field that cannot be passed on; what the
 * capabilities of a model refuse was refused before.
 */
export interface Dialect {
  text(model: ProviderModel, request: TextRequest): TextCall | ParameterError;
  image(model: ProviderModel, request: ImageRequest): ImageCall | ParameterError;
  speech(model: ProviderModel, request: AudioRequest): SpeechCall | ParameterError;
  video(model: ProviderModel, request: VideoRequest): VideoCall | ParameterError;
  /** How a text model is sent such a file; undefined: it does not take it. */
  fileForm(file: InputFile): FileForm | undefined;
  metadata: MetadataReader;
}

export interface Provider {
  readonly name: string;
  /** In front of its models' ids: empty, or the name and a slash. */
  readonly prefix: string;
  /** Its work costs nothing: it is begun again after a crash, and goes on when nobody reads it. */
  readonly isFree: boolean;
  readonly dialect: Dialect;
  /** What is configured, until `listModels` has reported more. */
  readonly configuredModels: readonly ProviderModel[];
  /** Rejects with a ProviderError. */
  listModels(signal: AbortSignal): Promise<readonly ProviderModel[]>;
  /** Loaded at its first use. */
  load(): Promise<MediaProvider>;
  /** The file behind a link of a result. The key goes along to the provider's own origin alone. */
  download(url: string): Promise<Uint8Array>;
  /** Takes the key and the prompts out of a text that the provider wrote. */
  redact(text: string, request: GenerationRequest | undefined): string;
  close(): Promise<void>;
}
