/** Builds the body of a media task's poll. Source: spec, "Media task status (v1)". */

import { errorTable } from "../../contract/errors.ts";
import { kindTable } from "../../contract/kind.ts";
import type { Progress } from "../../contract/progress.ts";
import type { StoredTask } from "../store/storedTask.ts";

/** `contents`: placeholders for the base64 of the task's files. `progress`: only if the client has asked for it. */
export function describeMediaTask(task: StoredTask, contents: readonly string[], progress?: Progress): Record<string, unknown> {
  const { id, status } = task;
  const created = Math.floor(task.createdAt / 1000);
  switch (status) {
    case "pending":
    case "processing":
      return { id, status, ...(progress === undefined ? {} : { progress }) };
    case "failed":
    case "incomplete": {
      const { code, message, param } = task.error ?? {
        code: "api_error" as const,
        message: "The model failed to generate a response.",
        param: undefined,
      };
      return {
        id,
        status: "failed",
        created,
        // Source: spec, the field `error`: "the shape shows type `server_error` and code as a string holding a number".
        error: {
          message,
          type: "server_error",
          code: String(errorTable[code].statuses[0]),
          ...(code === "invalid_request" && param !== undefined ? { param } : {}),
        },
      };
    }
    case "completed": {
      const usage = task.usage && { input_tokens: task.usage.input, output_tokens: task.usage.output, total_tokens: task.usage.total };
      return {
        id,
        status,
        created,
        data: contents.map((b64_json) => ({ b64_json })),
        usage,
        ...(kindTable[task.kind].shownAs === "audio" ? { format: task.files[0]?.format } : {}),
      };
    }
  }
}
