import type { ServiceError, ServiceErrorKind } from "../client/serviceError.ts";

const kinds: ReadonlySet<ServiceErrorKind> = new Set(["invalidKey", "insufficientQuota", "unreachable", "forbiddenAddress", "disk"]);

/** Whether every other request of the run would fail as well. */
export function isHopeless({ kind }: Pick<ServiceError, "kind">): boolean {
  return kinds.has(kind);
}
