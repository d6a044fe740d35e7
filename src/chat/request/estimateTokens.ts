/** Estimates the tokens of a message. The exact number depends on the model, and only the service knows it. */
import { totalTokens } from "../conversation/answerUsage.ts";
import { plainText } from "../conversation/conversation.ts";
import type { Attachment, Turn } from "../conversation/turn.ts";
import { isFileAttachment } from "./attachmentLimits.ts";

/** Scripts of which most models need about one token per character; other scripts need about one per four characters. */
const dense = /[\u2E80-\u9FFF\uA000-\uA4CF\uAC00-\uD7FF\uF900-\uFAFF\u{20000}-\u{3FFFF}]/gu;
const lettersPerToken = 4;

/** @internal */
export function estimateTokens(text: string): number {
  const denseCount = text.match(dense)?.length ?? 0;
  return denseCount + Math.ceil((text.length - denseCount) / lettersPerToken);
}

export interface DraftEstimate {
  /** Tokens of the message and its attached texts. */
  tokens: number;
  /** Number of attached images and other files, whose tokens are not known before they are sent. */
  files: number;
}

export function estimateDraft(text: string, attachments: readonly Attachment[]): DraftEstimate {
  const texts = attachments.filter((attachment) => !isFileAttachment(attachment));
  const bytes = texts.reduce((sum, { size }) => sum + size, 0);
  return { tokens: estimateTokens(text) + Math.ceil(bytes / lettersPerToken), files: attachments.length - texts.length };
}

/**
 * Tokens of the history that is sent with the next message: the usage of the last answer, as reported by the service, plus an estimate for
 * the turns after it.
 */
export function estimateHistory(path: readonly Turn[]): number {
  let later = 0;
  for (const turn of path.toReversed()) {
    const reported = turn.role === "assistant" && turn.usage !== undefined ? totalTokens(turn.usage) : undefined;
    if (reported !== undefined) return reported + later;
    later += estimateDraft(plainText(turn), turn.role === "user" ? turn.attachments : []).tokens;
  }
  return later;
}
