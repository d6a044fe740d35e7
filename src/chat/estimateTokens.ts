/** Estimates how many tokens a message will be: each model counts in its own way, which only the service knows. */
import { totalTokens } from "./answerUsage.ts";
import { isFile } from "./attachmentLimits.ts";
import { plainText } from "./conversation.ts";
import type { Attachment, Turn } from "./turn.ts";

/** Characters of scripts in which most models have about one token for each, and of others about one for four. */
const dense = /[\u2E80-\u9FFF\uA000-\uA4CF\uAC00-\uD7FF\uF900-\uFAFF\u{20000}-\u{3FFFF}]/gu;
const lettersPerToken = 4;

/** @internal */
export function estimateTokens(text: string): number {
  const denseCount = text.match(dense)?.length ?? 0;
  return denseCount + Math.ceil((text.length - denseCount) / lettersPerToken);
}

export interface DraftEstimate {
  /** Of the message and its attached texts. */
  tokens: number;
  /** Attached images and other files, whose tokens are not known before they are sent. */
  files: number;
}

export function estimateDraft(text: string, attachments: readonly Attachment[]): DraftEstimate {
  const texts = attachments.filter((attachment) => !isFile(attachment));
  const bytes = texts.reduce((sum, { size }) => sum + size, 0);
  return { tokens: estimateTokens(text) + Math.ceil(bytes / lettersPerToken), files: attachments.length - texts.length };
}

/** Of what is sent again with the next message: what the last answer took, as the service reported it, and an estimate of what came after. */
export function estimateHistory(path: readonly Turn[]): number {
  let later = 0;
  for (const turn of path.toReversed()) {
    const reported = turn.role === "assistant" && turn.usage !== undefined ? totalTokens(turn.usage) : undefined;
    if (reported !== undefined) return reported + later;
    later += estimateDraft(plainText(turn), turn.role === "user" ? turn.attachments : []).tokens;
  }
  return later;
}
