/** Fields that limit or steer a text. Packages leave out what they believe that a model does not take: then the request is refused by name, and not sent. */
import { ProviderError } from "./providerError.ts";
import type { TextRequest } from "./request.ts";

/** The fields of the interface, and what providers' interfaces call them. */
const names = {
  max_output_tokens: [
    "max_tokens",
    "max_output_tokens",
    "max_completion_tokens",
    "maxOutputTokens",
    "maxTokens",
    "num_predict",
    "max_new_tokens",
  ],
  temperature: ["temperature"],
  top_p: ["top_p", "topP", "p"],
  seed: ["seed", "random_seed", "randomSeed"],
  "text.verbosity": ["verbosity"],
} as const;
export type SamplingField = keyof typeof names;
const fields = ["max_output_tokens", "temperature", "top_p", "seed", "text.verbosity"] as const satisfies readonly SamplingField[];

type Sampling = Pick<TextRequest, "maxOutputTokens" | "temperature" | "topP" | "seed" | "verbosity">;

const fieldOf = ({ maxOutputTokens, temperature, topP, seed, verbosity }: Sampling, field: SamplingField) =>
  ({ max_output_tokens: maxOutputTokens, temperature, top_p: topP, seed, "text.verbosity": verbosity })[field];

/** The fields that a request has. */
export const samplingFieldsOf = (request: Sampling): SamplingField[] => fields.filter((field) => fieldOf(request, field) !== undefined);

/** @throws ProviderError for the first field that is not in the body of a request. */
export function requireFields(required: readonly SamplingField[], name: string, body: unknown): void {
  if (required.length === 0 || !(typeof body === "string" || body instanceof Uint8Array)) return;
  const bytes = typeof body === "string" ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  for (const field of required) {
    // Within a text, quotes are escaped.
    if (names[field].some((written) => bytes.includes(`"${written}":`))) continue;
    const message = `${name} takes no ${field} for this model.`;
    throw new ProviderError({ code: "invalid_request", param: field, acceptance: "refused", message });
  }
}
