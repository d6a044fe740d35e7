/** The only error type that the client throws. Never contains a prompt, a body or a key. */

export const serviceErrorKinds = [
  /** 401, `invalid_api_key` */ "invalidKey",
  /** no key is set for a service that needs one */ "missingKey",
  /** 400, `invalid_request` */ "invalidRequest",
  /** `model_not_found` */ "modelNotFound",
  /** 404, `not_found` */ "notFound",
  /** 408 or 504, `timeout` */ "timeout",
  /** 429, `rate_limit_exceeded` */ "rateLimited",
  /** `insufficient_quota` */ "insufficientQuota",
  /** 500, `api_error` */ "generationFailed",
  /** nothing was sent: the name could not be resolved, or the connection was refused */ "unreachable",
  /** the connection broke, or was silent for too long, after something was sent */ "connectionLost",
  /** the answer violates the interface: HTML, truncated, a wrong type, invalid base64 */ "badAnswer",
  /** the caller's signal fired */ "aborted",
  /** the local disk failed: full, read-only, removed */ "disk",
  /** an address that the client will not send to or fetch from */ "forbiddenAddress",
  /** any other status or code of the service */ "unknown",
] as const;
export type ServiceErrorKind = (typeof serviceErrorKinds)[number];

export interface ServiceErrorFacts {
  kind: ServiceErrorKind;
  /** One sentence for the user: the service's own text, shortened and redacted, or ours. */
  message: string;
  /** HTTP status, where there was one. */
  status?: number | undefined;
  /** The service's `code` as text, where there was one. */
  code?: string | undefined;
  /** The service's `param`. */
  param?: string | undefined;
  /** The service's `type`. */
  type?: string | undefined;
  /** The `x-request-id` header. */
  requestId?: string | undefined;
  /** Milliseconds that the service asks to wait (Retry-After). */
  retryAfterMilliseconds?: number | undefined;
  /** A POST that failed this way may have been accepted and billed. */
  maybeAccepted?: boolean | undefined;
  /** The id of the task that the exchange belongs to, if known. */
  taskId?: string | undefined;
  cause?: unknown;
}

export class ServiceError extends Error {
  readonly kind: ServiceErrorKind;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly type: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMilliseconds: number | undefined;
  readonly maybeAccepted: boolean;
  readonly taskId: string | undefined;

  constructor(facts: ServiceErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = "ServiceError";
    this.kind = facts.kind;
    this.status = facts.status;
    this.code = facts.code;
    this.param = facts.param;
    this.type = facts.type;
    this.requestId = facts.requestId;
    this.retryAfterMilliseconds = facts.retryAfterMilliseconds;
    this.maybeAccepted = facts.maybeAccepted ?? false;
    this.taskId = facts.taskId;
  }
}
