import { type Kind, kindOfName, kindTable } from "./kind.ts";

export interface Guess {
  can: "yes" | "no" | "perhaps";
  /** The kind that the name suggests, if any. */
  named: Kind | undefined;
}

/** Guesses from a model's name whether it can generate a kind. */
export function guessAbility(modelId: string, kind: Kind): Guess {
  const named = kindOfName(modelId);
  if (named === undefined) return { can: "perhaps", named };
  if (named === kind) return { can: "yes", named };
  // Many names suggest both, e.g. a text family that also draws.
  return { can: kindTable[kind].modelName.test(modelId.toLowerCase()) ? "perhaps" : "no", named };
}
