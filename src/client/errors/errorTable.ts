/**
 * What each kind of error says to users, agents and programs, and what helps against it. A new kind does not compile without a row.
 * Source: spec, "Errors"; we chose the sentences and actions.
 */

import { inEnglish, type Translate } from "../../contract/translate.ts";
import type { ServiceError, ServiceErrorKind } from "../serviceError.ts";
import { budgetCode, fileLimitCode, webPageCode } from "./ownCodes.ts";
import { translateMessage } from "./ownSentences.ts";

export type ErrorAction =
  | "setKey"
  | "chooseModel"
  | "changeOptions"
  | "saveElsewhere"
  | "wait"
  | "openAccountPage"
  | "tryAgain"
  | "showTask"
  | "fetchAnswer"
  | "openSettings"
  | "showLog";

/** The fields that are needed of an error: of a `ServiceError`, or of a task's `TaskError`. */
export type ErrorFacts = Pick<ServiceError, "kind" | "message"> &
  Partial<Pick<ServiceError, "code" | "param" | "type" | "status" | "retryAfterMilliseconds" | "maybeAccepted" | "taskId">>;

export interface ErrorRow {
  severity: "error" | "warning";
  /** One sentence, without stack or key. */
  sentence(facts: ErrorFacts, t: Translate): string;
  /** In a conversation there is no task to show, and the sentence stays; undefined: the sentence. */
  inConversation?: (t: Translate) => string;
  /** Outside VS Code, where the sentence names what only the extension has. In English; undefined: the sentence. */
  plainly?: (facts: ErrorFacts) => string;
  action: ErrorAction;
  /** Helps if `action` does not. */
  alternative?: ErrorAction;
}

interface KindRow extends ErrorRow {
  /** The words of a `ServiceError` for which the service gave none. */
  message: string;
}

/** A row that takes the place of its kind's if it applies. */
interface ErrorException extends ErrorRow {
  /** `isFree`: nobody bills the request. */
  applies(facts: ErrorFacts, isFree: boolean): boolean;
}

/** The wait if the service does not name one. */
export const defaultWaitMilliseconds = 20_000;

/** The message, translated if it is one of ours, without a final full stop, so that it fits into a sentence. */
function words({ message }: ErrorFacts, t: Translate): string {
  return inOneLine(message, t).replace(/[.。]$/, "");
}

function inOneLine(message: string, t: Translate): string {
  return translateMessage(message, t).replace(/\s+/g, " ").trim();
}

/** The message alone, if it says what happened and where. */
function asSentence(facts: ErrorFacts, t: Translate): string {
  const text = inOneLine(facts.message, t);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.。]$/.test(text) ? "" : "."}`;
}

export const errorRows: Record<ServiceErrorKind, KindRow> = {
  missingKey: {
    message: "No API key is set for this service.",
    severity: "error",
    sentence: (_, t) => t("This service needs an API key."),
    action: "setKey",
  },
  invalidKey: {
    message: "The service does not accept the API key.",
    severity: "error",
    sentence: (_, t) => t("The service refused the API key."),
    action: "setKey",
  },
  modelNotFound: {
    message: "The service does not have this model.",
    severity: "error",
    sentence: (_, t) => t("The service does not offer this model for this kind of output."),
    action: "chooseModel",
  },
  invalidRequest: {
    message: "The service does not accept this request.",
    severity: "error",
    sentence: (facts, t) => t("The service refused the request: {0}.", words(facts, t)),
    action: "changeOptions",
  },
  notFound: {
    message: "The service does not know this task.",
    severity: "error",
    sentence: (_, t) => t("The service does not know this task; results are stored for 30 days."),
    inConversation: (t) => t("The service does not have this answer any more."),
    action: "showTask",
  },
  timeout: {
    message: "The service did not finish in time.",
    severity: "error",
    sentence: (_, t) => t("The model took too long to answer."),
    action: "tryAgain",
  },
  rateLimited: {
    message: "Too many requests: the service asks to wait.",
    severity: "warning",
    sentence: ({ retryAfterMilliseconds = defaultWaitMilliseconds }, t) =>
      t("The request limit of this API key is reached. Try again in {0} s.", Math.max(1, Math.ceil(retryAfterMilliseconds / 1000))),
    // The panel shows how long to wait beside it until the time is over.
    inConversation: (t) => t("The request limit of this API key is reached."),
    action: "wait",
  },
  insufficientQuota: {
    message: "The account's balance does not suffice.",
    severity: "error",
    sentence: (_, t) => t("The account's balance is used up; add credits to continue."),
    action: "openAccountPage",
  },
  generationFailed: {
    message: "The service failed to generate a result.",
    severity: "error",
    sentence: (facts, t) => t("The model failed to generate a result: {0}.", words(facts, t)),
    action: "tryAgain",
  },
  unreachable: {
    message: "The service cannot be reached.",
    severity: "error",
    sentence: asSentence,
    action: "tryAgain",
    alternative: "openSettings",
  },
  connectionLost: { message: "The connection to the service broke.", severity: "error", sentence: asSentence, action: "tryAgain" },
  badAnswer: { message: "The service sent an answer that cannot be read.", severity: "error", sentence: asSentence, action: "showTask" },
  disk: {
    message: "The result could not be written.",
    severity: "error",
    sentence: (facts, t) => t("The result could not be written: {0}.", words(facts, t)),
    action: "saveElsewhere",
  },
  forbiddenAddress: {
    message: "The address is not allowed.",
    severity: "error",
    sentence: (facts, t) => t("This address cannot be used: {0}.", words(facts, t)),
    action: "openSettings",
  },
  aborted: { message: "The request was stopped.", severity: "warning", sentence: (_, t) => t("Cancelled."), action: "tryAgain" },
  unknown: {
    message: "The service refused the request.",
    severity: "error",
    sentence: (facts, t) => t("The service answered with an error: {0}.", words(facts, t)),
    action: "showLog",
  },
};

/** The first one that applies counts. */
export const errorExceptions: readonly ErrorException[] = [
  {
    applies: ({ kind, taskId }) => kind === "timeout" && taskId !== undefined,
    severity: "warning",
    sentence: (_, t) => t("The service is still working on the answer; it can be fetched later."),
    inConversation: saidOfMessage,
    action: "fetchAnswer",
  },
  {
    applies: ({ kind, maybeAccepted }, isFree) => maybeAccepted === true && isFree && kind !== "rateLimited",
    severity: "warning",
    sentence: (_, t) => t("The service may have accepted the task, but did not answer. It is not sent again automatically."),
    inConversation: (t) => t("The service may have accepted the message, but did not answer. It is not sent again automatically."),
    action: "showTask",
  },
  {
    applies: ({ kind, status, maybeAccepted }) => maybeAccepted === true && kind === "timeout" && status === 504,
    severity: "warning",
    sentence: (_, t) =>
      t(
        "The service may have accepted the task, and billed it, but its answer (504) has no id with which the result could be fetched. It is not sent again automatically.",
      ),
    inConversation: saidOfMessage,
    action: "showTask",
  },
  {
    applies: ({ kind, maybeAccepted }) => maybeAccepted === true && kind !== "rateLimited",
    severity: "warning",
    sentence: (_, t) => t("The service may have accepted the task, and billed it, but did not answer. It is not sent again automatically."),
    inConversation: saidOfMessage,
    action: "showTask",
  },
  {
    applies: ({ kind, param }) => kind === "invalidRequest" && (param === "model" || param === "ai.model"),
    severity: "error",
    sentence: (facts, t) => t("The service does not accept this model for this request: {0}.", words(facts, t)),
    action: "chooseModel",
  },
  {
    applies: ({ kind, code }) => kind === "invalidRequest" && code === fileLimitCode,
    severity: "error",
    sentence: asSentence,
    action: "changeOptions",
  },
  {
    applies: ({ kind, status }) => kind === "timeout" && status === 504,
    severity: "error",
    sentence: (_, t) => t("The service is still working on the answer; it can be fetched later."),
    action: "showTask",
  },
  {
    applies: ({ kind, code }) => kind === "insufficientQuota" && code === budgetCode,
    severity: "error",
    sentence: (_, t) => t("Your budget is used up, so nothing was sent. The setting generationStudio.budget raises it."),
    plainly: (facts) => asSentence(facts, inEnglish),
    action: "tryAgain",
  },
  {
    // The message of a provider behind the service says whose account it is.
    applies: ({ kind, message }) => kind === "insufficientQuota" && message.startsWith("The account at "),
    severity: "error",
    sentence: asSentence,
    action: "openAccountPage",
  },
  {
    // Messages that give no reason. Source: spec, "Error bodies".
    applies: (facts) =>
      facts.kind === "generationFailed" &&
      /^the (?:model|service) failed to generate a (?:response|result)$/i.test(words(facts, inEnglish)),
    severity: "error",
    sentence: (_, t) => t("The model failed to generate a result."),
    action: "tryAgain",
  },
  {
    applies: ({ kind, code }) => kind === "badAnswer" && code === webPageCode,
    severity: "error",
    sentence: asSentence,
    action: "openSettings",
  },
];

function saidOfMessage(t: Translate): string {
  return t("The service may have accepted the message, and billed it, but did not answer. It is not sent again automatically.");
}

/** What helps a person or an agent without buttons; undefined: the sentence says all. */
export const plainHelp: Record<ErrorAction, string | undefined> = {
  setKey: "Set GENERATION_STUDIO_API_KEY to a key of this service.",
  chooseModel: "Choose another model.",
  changeOptions: undefined,
  saveElsewhere: undefined,
  wait: undefined,
  openAccountPage: undefined,
  tryAgain: undefined,
  showTask: undefined,
  fetchAnswer: undefined,
  openSettings: "Check the address of the service.",
  showLog: undefined,
};
