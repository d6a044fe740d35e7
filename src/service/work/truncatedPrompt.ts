/** Prompts that are longer than a model reads. Ollama and others cut them off, and answer as if nothing had happened. */
import { countTokens } from "../../contract/countTokens.ts";
import { requestTexts, type TextRequest } from "../../providers/request.ts";
import type { CatalogueModel } from "../catalogue.ts";

/** The request's tokens and those that the model reads, if they are more; undefined: they are not, or that is not known. */
export function excessOf({ model }: CatalogueModel, request: TextRequest): { tokens: number; context: number } | undefined {
  const { context } = model.capabilities;
  if (context === undefined) return undefined;
  const texts = requestTexts(request);
  // A token has at least one character.
  if (texts.reduce((sum, text) => sum + text.length, 0) <= context) return undefined;
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  return tokens > context ? { tokens, context } : undefined;
}

/** Why the answer is incomplete. */
export const truncatedPrompt = "prompt_truncated";

/** Whether the provider read less than it was sent: it reports no more tokens than its context has, although there were far more. */
export function wasTruncated(excess: ReturnType<typeof excessOf>, reported: number): boolean {
  return excess !== undefined && reported > 0 && reported <= excess.context && excess.tokens > reported * 1.5;
}
