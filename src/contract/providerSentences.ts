import { inEnglish } from "./translate.ts";

/**
 * What the service says about its providers, in English; the editor finds a sentence again and says it in its language. `{0}` is the
 * provider's name. What the provider itself said follows after a colon.
 */
export const providerSentences = {
  keyMissing: "No key is configured for {0}",
  keyRefused: "{0} refused the key that is configured for it",
  refused: "{0} does not take this request",
  noModel: "{0} does not have this model",
  noCredits: "The account at {0} has no credits",
  limited: "{0} limits how many requests it takes",
  overloaded: "{0} is overloaded",
  notReady: "{0} is not ready",
  tookTooLong: "{0} took too long",
  silent: "{0} was silent for too long",
  failedWith: "{0} failed with HTTP {1}",
  failed: "{0} failed",
  notRunning: "{0} is not running: start it, or correct its address",
  notReached: "{0} cannot be reached",
  notReachedBecause: "{0} cannot be reached ({1})",
  notHttps: "{0} does not answer over https ({1}): perhaps its address begins with http",
  noAddress: "The address of {0} is not a URL",
  brokeOff: "The answer of {0} broke off or cannot be read",
  brokeOffBecause: "The answer of {0} broke off or cannot be read ({1})",
} as const;

/** The sentences about a provider, each without its full stop. */
export const aboutProvider =
  (name: string) =>
  (sentence: keyof typeof providerSentences, value: string | number = "") =>
    inEnglish(providerSentences[sentence], name, value);
