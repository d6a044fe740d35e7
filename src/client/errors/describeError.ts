/** Describes an error: one sentence, and the action that helps most. Every place that shows an error to somebody takes it from here. */

import { inEnglish, t } from "../../contract/translate.ts";
import { defaultWaitMilliseconds, type ErrorFacts, type ErrorRow, errorExceptions, errorRows, plainHelp } from "./errorTable.ts";
import { ownCodes } from "./ownCodes.ts";

export interface ErrorDescription extends Pick<ErrorRow, "severity" | "action" | "alternative"> {
  /** One sentence, without stack or key. */
  sentence: string;
  /** The same for a message of a conversation. */
  inConversation: string;
  /** For `wait`: milliseconds until a retry makes sense. */
  waitMilliseconds?: number;
}

/** `isFree`: nobody bills the request. */
export function describeError(facts: ErrorFacts, isFree = false): ErrorDescription {
  const row = rowOf(facts, isFree);
  const { severity, action, alternative } = row;
  const sentence = row.sentence(facts, t);
  return {
    severity,
    sentence,
    inConversation: row.inConversation?.(t) ?? sentence,
    action,
    ...(alternative === undefined ? {} : { alternative }),
    ...(action === "wait" ? { waitMilliseconds: facts.retryAfterMilliseconds ?? defaultWaitMilliseconds } : {}),
  };
}

function rowOf(facts: ErrorFacts, isFree: boolean): ErrorRow {
  return errorExceptions.find(({ applies }) => applies(facts, isFree)) ?? errorRows[facts.kind];
}

/** For an agent or a terminal, which have no buttons. */
export function describeErrorPlainly(facts: ErrorFacts, isFree = false): string {
  const { plainly, sentence: describe, action, alternative } = rowOf(facts, isFree);
  const sentence = plainly?.(facts) ?? describe(facts, inEnglish);
  const help = plainHelp[action] ?? (alternative === undefined ? undefined : plainHelp[alternative]);
  return help === undefined ? sentence : `${sentence} ${help}`;
}

/** What the service reported besides the message, for a report to its operator; undefined: nothing. */
export function describeErrorCodes({ code, type, param, status }: ErrorFacts): string | undefined {
  const isOwn = code !== undefined && ownCodes.includes(code);
  const facts = [
    status !== undefined && `HTTP ${status}`,
    code !== undefined && !isOwn && t("code {0}", code),
    type !== undefined && t("type {0}", type),
    param !== undefined && t("parameter {0}", param),
  ];
  return facts.filter((fact) => fact !== false).join(", ") || undefined;
}

export type { ErrorAction, ErrorFacts } from "./errorTable.ts";
