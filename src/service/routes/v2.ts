/** The routes `POST /api/v2` and `GET /api/v2/status/<task_id>`. */
import { Hono } from "hono";
import { v2WireName } from "../../contract/v2.ts";
import { describeV2Status, filePath } from "../answers/describeV2Status.ts";
import { jsonWithFiles } from "../answers/fileBytes.ts";
import { sendBody, sendJson } from "../answers/sendBody.ts";
import type { RouteEnvironment } from "../connection/bindings.ts";
import { callerOf } from "../connection/callerOf.ts";
import { requestOrigin } from "../connection/requestOrigin.ts";
import { createOneTimeFaults } from "../faults/oneTimeFaults.ts";
import { createFileLoader, readRequestBody } from "../read/readRequestBody.ts";
import { readV2Request } from "../read/readV2Request.ts";
import type { Service } from "../service.ts";
import { acceptTask, refuseAccepted } from "../work/acceptTask.ts";
import { findEarlier, watchClient } from "../work/repeatedRequests.ts";
import { announceWait, askedProgress, findWanted } from "./taskAnswer.ts";

export function v2Routes(service: Service): Hono<RouteEnvironment> {
  const oneTimeFaults = createOneTimeFaults();
  return new Hono<RouteEnvironment>()
    .post("/", async (context) => {
      const { body, share, mark } = await readRequestBody(service, context);
      const accept = async () => {
        const { request, inline } = await readV2Request(body, createFileLoader(service, context));
        return acceptTask(service, {
          caller: callerOf(context),
          endpoint: "v2",
          request,
          echo: { kind: "v2", inline },
          observer: context.env?.observer,
          share,
          mark,
          wireName: (param) => v2WireName(request.kind, param),
        });
      };
      const task = (await findEarlier(service, callerOf(context).account, "v2", mark)) ?? (await accept());
      const leave = watchClient(service, context, mark, task);
      await refuseAccepted(task, `/api/v2/status/${task.id}`, leave);
      return sendJson({ message: "The request was sent to the built-in service.", task_id: task.id }, 200, {
        "x-task-id": task.id,
        ...announceWait,
      });
    })
    .get("/status/:id", async (context) => {
      const { account } = callerOf(context);
      const { task, headers } = await findWanted(service, context, "v2");
      const { files } = task;
      // Read after the task, so that the balance already includes the cost of a completed task.
      const [balance, requests] = await Promise.all([service.accounts.balance(account), service.accounts.requests(account)]);
      const progress = await askedProgress(service, task, context);
      const origin = requestOrigin(context);
      const inline = task.echo.kind === "v2" && task.echo.inline;
      const body = jsonWithFiles(service, files, (names) =>
        describeV2Status({
          task,
          contents: inline ? names : files.map((file) => `${origin}${filePath(file)}`),
          endpoint: inline ? undefined : origin,
          balance,
          requests,
          progress,
        }),
      );
      const breakConnection = oneTimeFaults.next(task, context.env?.breakConnection);
      return sendBody(body, { contentType: "application/json", headers, breakConnection });
    });
}
