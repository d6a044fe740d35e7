import { withCall } from "../../providers/callContext.ts";
import type { Provider, ProviderModel } from "../../providers/provider.ts";
import { type ProviderError, readProviderError } from "../../providers/providerError.ts";
import type { GenerationRequest } from "../../providers/request.ts";
import type { Cause, ProviderCall } from "./observer.ts";

export interface ObservedCall<Result> {
  cause: Cause;
  provider: Provider;
  model: ProviderModel;
  request: GenerationRequest;
  type: ProviderCall["type"];
  signal?: AbortSignal;
  call(): Promise<Result>;
  /** The error of a call that failed although it returned a result. */
  errorIn?(result: Result): ProviderError | undefined;
}

/** Calls a provider with the id of the call's cause, and reports how the call ends. */
export async function observeCall<Result>(options: ObservedCall<Result>): Promise<Result> {
  const { cause, provider, model, request, type, signal } = options;
  const observer = cause.beginCall({ provider: provider.name, model: model.id, kind: request.kind, type });
  try {
    const result = await withCall({ kind: request.kind, headers: { "x-request-id": cause.id, ...observer.headers } }, options.call);
    observer.end(options.errorIn?.(result));
    return result;
  } catch (thrown) {
    observer.end(signal?.aborted ? undefined : readProviderError(provider, request, thrown));
    throw thrown;
  }
}
