import type { Kind, MediaKind } from "../../contract/kind.ts";
import type { MediaRequests } from "../../contract/media.ts";
import type { ResponseRequest } from "../../contract/responseRequest.ts";
import type { V2Request } from "../../contract/v2.ts";

/** A request in wire format. The media and v2 members are those of a task's request. */
export type WireRequest =
  | { interface: "v1"; kind: "text"; body: ResponseRequest }
  | { [K in MediaKind]: { interface: "v1"; kind: K; body: MediaRequests[K] } }[MediaKind]
  | { interface: "v2"; kind: Kind; body: V2Request };
