/** An answer in; the tokens, the time and, where the service tells it, the cost that it took, in words, out. */
import type { AssistantTurn } from "../../chat/turn.ts";
import { readCost } from "../../contract/usage.ts";
import { t, toNumberText } from "../texts.ts";

/** To a tenth of a second, or of a minute. */
function describeTime(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 100) / 10;
  return seconds < 60 ? t("seconds", seconds) : t("minutes", Math.round(seconds / 6) / 10);
}

/** For the line under the answer; what is not known is left out. */
export function describeUsage({ usage, milliseconds }: AssistantTurn): string[] {
  const texts: string[] = [];
  if (usage?.input_tokens != null && usage.output_tokens != null) texts.push(t("tokensInOut", usage.input_tokens, usage.output_tokens));
  else if (usage?.total_tokens != null) texts.push(t("tokens", usage.total_tokens));
  if (milliseconds !== undefined) texts.push(describeTime(milliseconds));
  const cost = usage && readCost(usage);
  if (cost !== undefined) texts.push(t("cost", toNumberText(cost)));
  return texts;
}

/** What the numbers are, and those that are seldom asked for. */
export function explainUsage({ usage }: AssistantTurn): string {
  const cached = usage?.input_tokens_details?.cached_tokens;
  const reasoning = usage?.output_tokens_details?.reasoning_tokens;
  const meaning = t(usage && readCost(usage) !== undefined ? "usageWithCost" : "usage");
  return [meaning, cached ? t("usageCached", cached) : "", reasoning ? t("usageReasoning", reasoning) : ""].filter(Boolean).join(", ");
}
