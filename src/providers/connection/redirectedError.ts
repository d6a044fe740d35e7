import { ProviderError } from "../providerError.ts";

/** A provider's address answers with a redirect, which is not followed with a key or a prompt. */
export function redirectedError(name: string, from: URL, to: URL, acceptance: ProviderError["acceptance"]): ProviderError {
  const isSameMachine = from.hostname === to.hostname && from.origin !== to.origin;
  const message = isSameMachine
    ? `The address of ${name} answers with a redirect to ${to.origin}: it may have to begin with that.`
    : `The address of ${name} answers with a redirect to a page of ${to.host}, which is probably a login page.`;
  return new ProviderError({ code: "api_error", acceptance, message });
}
