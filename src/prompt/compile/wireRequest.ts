import type { Kind } from "../../contract/kind.ts";
import type { V1MediaRequest } from "../../contract/media.ts";
import type { ResponseRequest } from "../../contract/responseRequest.ts";
import type { V2Request } from "../../contract/v2.ts";

/** A request in wire format. The media and v2 members are those of a task's request. */
export type WireRequest =
  | { interface: "v1"; kind: "text"; body: ResponseRequest }
  | V1MediaRequest
  | { interface: "v2"; kind: Kind; body: V2Request };
