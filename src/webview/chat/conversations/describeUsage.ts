/** Describes the tokens, the time and, if reported, the cost of an answer or a conversation. */
import { sumMilliseconds, sumUsage } from "../../../chat/conversation/answerUsage.ts";
import { type AssistantTurn, requestsOf, type Turn } from "../../../chat/conversation/turn.ts";
import { readCost, type Usage } from "../../../contract/usage.ts";
import { t, toAmountText } from "../../texts.ts";

/** Milliseconds; shorter times would be rounded to 0 s. */
const shortestTime = 50;

/** Rounded to a tenth of a second or of a minute. */
function describeTime(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 100) / 10;
  return seconds < 60 ? t("seconds", seconds) : t("minutes", Math.round(seconds / 6) / 10);
}

function describeInput(usage: Usage | undefined): string | undefined {
  if (usage?.input_tokens == null) return undefined;
  const cached = usage.input_tokens_details?.cached_tokens;
  if (cached) return t("tokensInCached", usage.input_tokens, cached);
  return usage.input_tokens === 1 ? t("tokenIn") : t("tokensIn", usage.input_tokens);
}

function describeOutput(usage: Usage | undefined): string | undefined {
  if (usage?.output_tokens == null) return undefined;
  const reasoning = usage.output_tokens_details?.reasoning_tokens;
  if (reasoning) return t("tokensOutReasoning", usage.output_tokens, reasoning);
  return usage.output_tokens === 1 ? t("tokenOut") : t("tokensOut", usage.output_tokens);
}

/** For the line below the answer; unknown values are left out. */
export function describeUsage(turn: AssistantTurn): string[] {
  const requests = requestsOf(turn);
  const [usage, milliseconds] = [sumUsage(requests), sumMilliseconds(requests)];
  const texts: string[] = [];
  const [input, output] = [describeInput(usage), describeOutput(usage)];
  if (input !== undefined && output !== undefined) texts.push(input, output);
  else if (usage?.total_tokens != null) texts.push(t("tokens", usage.total_tokens));
  if (milliseconds !== undefined && milliseconds >= shortestTime) texts.push(describeTime(milliseconds));
  const cost = usage && readCost(usage);
  if (cost !== undefined) texts.push(toAmountText(cost));
  return texts;
}

/** Explains the numbers. */
export function explainUsage(turn: AssistantTurn): string {
  const usage = sumUsage(requestsOf(turn));
  return t(usage && readCost(usage) !== undefined ? "usageWithCost" : "usage");
}

/** The totals of all answers; empty for fewer than two answers, whose own numbers are sufficient. */
export function describeTotals(turns: readonly Turn[]): string[] {
  const answers = turns.flatMap((turn) => (turn.role === "assistant" ? [requestsOf(turn)] : []));
  if (answers.filter((requests) => sumUsage(requests) !== undefined).length < 2) return [];
  const total = sumUsage(answers.flat());
  const cost = total && readCost(total);
  return [t("tokens", total?.total_tokens ?? 0), ...(cost === undefined ? [] : [toAmountText(cost)])];
}
