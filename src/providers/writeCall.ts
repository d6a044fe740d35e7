import type { MediaGenerationRequest } from "../contract/generationRequest.ts";
import type { MediaKind } from "../contract/kind.ts";
import type { MediaCalls } from "./calls.ts";
import { refuse } from "./dialects/common.ts";
import type { MediaWriters, ProviderModel } from "./provider.ts";
import type { ParameterError } from "./request.ts";

/** What is sent for the request, or an error for the first field that cannot be written. */
export function writeCall<K extends MediaKind>(
  writers: MediaWriters,
  kind: K,
  model: ProviderModel,
  request: MediaGenerationRequest<K>,
): MediaCalls[K] | ParameterError {
  const write = writers[kind];
  return write === undefined ? refuse(model, "model", `makes no ${kind}.`) : write(model, request);
}
