/** Describes an error to the user: one sentence, and the action that helps most. */
import { budgetCode, fileLimitCode, ownCodes, webPageCode } from "../../client/http/ownCodes.ts";
import type { ServiceError, ServiceErrorKind } from "../../client/serviceError.ts";

const errorActions = [
  "setKey",
  "chooseModel",
  "changeOptions",
  "saveElsewhere",
  "wait",
  "openAccountPage",
  "tryAgain",
  "showTask",
  "fetchAnswer",
  "openSettings",
  "showLog",
] as const;
export type ErrorAction = (typeof errorActions)[number];

/** The fields that are needed of an error: of a `ServiceError`, or of a task's `TaskFailure`. */
export type ErrorFacts = Pick<ServiceError, "kind" | "message"> &
  Partial<Pick<ServiceError, "code" | "param" | "type" | "status" | "retryAfterMilliseconds" | "maybeAccepted" | "taskId">>;

export interface ErrorDescription {
  severity: "error" | "warning";
  /** One sentence, without stack or key. */
  sentence: string;
  action: ErrorAction;
  /** Helps if `action` does not. */
  alternative?: ErrorAction;
  /** For `wait`: milliseconds until a retry makes sense. */
  waitMilliseconds?: number;
}

/** `vscode.l10n.t`, or its equivalent in a test. */
export type Translate = (message: string, ...values: (string | number)[]) => string;

/** The wait if the service does not name one. */
const defaultWaitMilliseconds = 20_000;

/** The service's message without a final full stop, so that it fits into a sentence. */
function words(facts: ErrorFacts): string {
  return facts.message.replace(/\s+/g, " ").trim().replace(/\.$/, "");
}

/** The message alone, if it says what happened and where. */
function sentenceOf(facts: ErrorFacts): string {
  const text = words(facts);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What the service reported besides the message, for a report to its operator; undefined: nothing. */
export function describeErrorCodes({ code, type, param, status }: ErrorFacts, t: Translate): string | undefined {
  const isOwn = code !== undefined && ownCodes.includes(code);
  const facts = [
    status !== undefined && `HTTP ${status}`,
    code !== undefined && !isOwn && t("code {0}", code),
    type !== undefined && t("type {0}", type),
    param !== undefined && t("parameter {0}", param),
  ];
  return facts.filter((fact) => fact !== false).join(", ") || undefined;
}

/** Source: spec, "Errors"; we chose the action for each row. */
export function describeError(facts: ErrorFacts, t: Translate): ErrorDescription {
  if (facts.kind === "timeout" && facts.taskId !== undefined) {
    const sentence = t("The service is still working on the answer; it can be fetched later.");
    return { severity: "warning", sentence, action: "fetchAnswer" };
  }
  if (facts.maybeAccepted === true && facts.kind === "timeout" && facts.status === 504) {
    const sentence = t(
      "The service may have accepted the task, and billed it, but its answer (504) has no id with which the result could be fetched. It is not sent again automatically.",
    );
    return { severity: "warning", sentence, action: "showTask" };
  }
  if (facts.maybeAccepted === true && facts.kind !== "rateLimited") {
    return {
      severity: "warning",
      sentence: t("The service may have accepted the task, and billed it, but did not answer. It is not sent again automatically."),
      action: "showTask",
    };
  }
  const error = (sentence: string, action: ErrorAction): ErrorDescription => ({ severity: "error", sentence, action });
  const kind: ServiceErrorKind = facts.kind;
  switch (kind) {
    case "missingKey":
      return error(t("This service needs an API key."), "setKey");
    case "invalidKey":
      return error(t("The service refused the API key."), "setKey");
    case "modelNotFound":
      return error(t("The service does not offer this model for this kind of output."), "chooseModel");
    case "invalidRequest":
      if (facts.param === "model" || facts.param === "ai.model")
        return error(t("The service does not accept this model for this request: {0}.", words(facts)), "chooseModel");
      if (facts.code === fileLimitCode) return error(sentenceOf(facts), "changeOptions");
      return error(t("The service refused the request: {0}.", words(facts)), "changeOptions");
    case "notFound":
      return error(t("The service does not know this task; results are stored for 30 days."), "showTask");
    case "timeout":
      if (facts.status === 504) return error(t("The service is still working on the answer; it can be fetched later."), "showTask");
      return error(t("The model took too long to answer."), "tryAgain");
    case "rateLimited": {
      const waitMilliseconds = facts.retryAfterMilliseconds ?? defaultWaitMilliseconds;
      const seconds = Math.max(1, Math.ceil(waitMilliseconds / 1000));
      return {
        severity: "warning",
        sentence: t("The request limit of this API key is reached. Try again in {0} s.", seconds),
        action: "wait",
        waitMilliseconds,
      };
    }
    case "insufficientQuota":
      if (facts.code === budgetCode)
        return error(t("Your budget is used up, so nothing was sent. The setting generationStudio.budget raises it."), "tryAgain");
      // The message of a provider behind the service says whose account it is.
      if (facts.message.startsWith("The account at ")) return error(sentenceOf(facts), "openAccountPage");
      return error(t("The account's balance is used up; add credits to continue."), "openAccountPage");
    case "generationFailed":
      // Messages that give no reason. Source: spec, "Error bodies".
      if (/^the (?:model|service) failed to generate a (?:response|result)$/i.test(words(facts)))
        return error(t("The model failed to generate a result."), "tryAgain");
      return error(t("The model failed to generate a result: {0}.", words(facts)), "tryAgain");
    case "unreachable":
      return { ...error(sentenceOf(facts), "tryAgain"), alternative: "openSettings" };
    case "connectionLost":
      return error(sentenceOf(facts), "tryAgain");
    case "badAnswer":
      return error(sentenceOf(facts), facts.code === webPageCode ? "openSettings" : "showTask");
    case "disk":
      return error(t("The result could not be written: {0}.", words(facts)), "saveElsewhere");
    case "forbiddenAddress":
      return error(t("This address cannot be used: {0}.", words(facts)), "openSettings");
    case "aborted":
      return { severity: "warning", sentence: t("Cancelled."), action: "tryAgain" };
    case "unknown":
      return error(t("The service answered with an error: {0}.", words(facts)), "showLog");
  }
}
