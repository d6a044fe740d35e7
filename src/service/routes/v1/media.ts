import { Hono } from "hono";
import { kindTable, type MediaKind } from "../../../contract/kind.ts";
import { describeMediaTask } from "../../answers/describeMediaTask.ts";
import { jsonWithFiles } from "../../answers/fileBytes.ts";
import { sendBody, sendJson } from "../../answers/sendBody.ts";
import type { RouteEnvironment } from "../../connection/bindings.ts";
import { callerOf } from "../../connection/callerOf.ts";
import { requestOrigin } from "../../connection/requestOrigin.ts";
import { createOneTimeFaults } from "../../faults/oneTimeFaults.ts";
import { readMediaRequest } from "../../read/readMediaRequest.ts";
import { createFileLoader, readRequestBody } from "../../read/readRequestBody.ts";
import type { Service } from "../../service.ts";
import { acceptTask, refuseAccepted } from "../../work/acceptTask.ts";
import { findEarlier, watchClient } from "../../work/repeatedRequests.ts";
import { announceWait, askedProgress, findWanted } from "../taskAnswer.ts";

/** The routes `POST /` and `GET /<id>` of `/api/v1/images`, `/audios` or `/videos`. */
export function mediaRoutes(service: Service, kind: MediaKind): Hono<RouteEnvironment> {
  const endpoint = kindTable[kind].path;
  const oneTimeFaults = createOneTimeFaults();
  return new Hono<RouteEnvironment>()
    .post("/", async (context) => {
      const { body, share, mark } = await readRequestBody(service, context);
      const accept = async () => {
        const request = await readMediaRequest(kind, body, createFileLoader(service, context));
        const [caller, observer] = [callerOf(context), context.env?.observer];
        return acceptTask(service, { caller, endpoint, request, echo: { kind: "media" }, observer, share, mark });
      };
      const task = (await findEarlier(service, callerOf(context).account, endpoint, mark)) ?? (await accept());
      const leave = watchClient(service, context, mark, task);
      const pollingUrl = `/api/v1/${endpoint}/${task.id}`;
      await refuseAccepted(task, pollingUrl, leave);
      const origin = requestOrigin(context);
      return sendJson({ id: task.id, polling_url: `${origin}${pollingUrl}` }, 202, { "x-task-id": task.id, ...announceWait });
    })
    .get("/:id", async (context) => {
      const { task, headers } = await findWanted(service, context, endpoint);
      const progress = await askedProgress(service, task, context);
      const body = jsonWithFiles(service, task.files, (contents) => describeMediaTask(task, contents, progress));
      const breakConnection = oneTimeFaults.next(task, context.env?.breakConnection);
      return sendBody(body, { contentType: "application/json", headers, breakConnection });
    });
}
