/** Adds up the usage of several requests. */
import { readCost, type Usage } from "../../contract/usage.ts";
import type { AnswerRequest } from "./turn.ts";

/** The sum of the known numbers; undefined if there are none. */
function sum(numbers: readonly (number | null | undefined)[]): number | undefined {
  const known = numbers.filter((number) => typeof number === "number");
  return known.length === 0 ? undefined : known.reduce((total, number) => total + number, 0);
}

/** Tokens of a request and its answer; undefined if they were not reported. */
export function totalTokens({ total_tokens, input_tokens, output_tokens }: Usage): number | undefined {
  return total_tokens ?? sum([input_tokens, output_tokens]);
}

/** Tokens and cost, as far as the service reported them; undefined if it reported none. */
export function sumUsage(requests: readonly AnswerRequest[]): Usage | undefined {
  const usages = requests.flatMap(({ usage }): Usage[] => (usage === undefined ? [] : [usage]));
  if (usages.length < 2) return usages[0];
  const cost = sum(usages.map(readCost));
  return {
    input_tokens: sum(usages.map(({ input_tokens }) => input_tokens)),
    input_tokens_details: { cached_tokens: sum(usages.map(({ input_tokens_details: details }) => details?.cached_tokens)) },
    output_tokens: sum(usages.map(({ output_tokens }) => output_tokens)),
    output_tokens_details: { reasoning_tokens: sum(usages.map(({ output_tokens_details: details }) => details?.reasoning_tokens)) },
    total_tokens: sum(usages.map(totalTokens)),
    ...(cost === undefined ? {} : { cost }),
  };
}

export function sumMilliseconds(requests: readonly AnswerRequest[]): number | undefined {
  return sum(requests.map(({ milliseconds }) => milliseconds));
}
