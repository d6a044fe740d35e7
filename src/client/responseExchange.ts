/** What one exchange with `/responses` yields, event by event, in; how it ended out. */
import type { ResponseObject } from "../contract/response.ts";
import { createResponseAssembly } from "../contract/responseAssembly.ts";
import type { StreamEvent } from "../contract/streamEvents.ts";
import { readTaskError } from "./readServiceError.ts";
import type { RequestSecrets } from "./redactText.ts";
import type { ResponseResult } from "./serviceClient.ts";
import type { ServiceError } from "./serviceError.ts";

/** Everything that is known of one answer so far. */
export interface ResponseExchange {
  apply(event: StreamEvent): void;
  applyResponse(response: ResponseObject): void;
  readonly id: string | undefined;
  /** The service has ended the answer. */
  readonly isOver: boolean;
  /** How the service ended the answer; `truncated` when it did not, with the given error. */
  result(secrets: RequestSecrets, error?: ServiceError): ResponseResult;
}

export function createResponseExchange(): ResponseExchange {
  const assembly = createResponseAssembly();
  return {
    apply(event) {
      assembly.apply(event);
    },
    applyResponse(response) {
      assembly.applyResponse(response);
    },
    get id() {
      return assembly.id;
    },
    get isOver() {
      return assembly.outcome !== undefined;
    },
    result(secrets, error) {
      const outcome = assembly.outcome ?? (error?.kind === "aborted" ? "aborted" : "truncated");
      const failure = outcome === "failed" ? readTaskError(assembly.error, secrets, assembly.id) : undefined;
      const cut = assembly.outcome === undefined && outcome === "truncated" ? error : undefined;
      return { outcome, id: assembly.id ?? error?.taskId, response: assembly.response(), error: failure ?? cut };
    },
  };
}
