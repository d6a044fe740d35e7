import { Hono } from "hono";
import { takesSuperset } from "../../account/accounts.ts";
import { describeUnfinished } from "../../answers/describeResponse.ts";
import { unknownTask } from "../../apiError.ts";
import type { RouteEnvironment } from "../../connection/bindings.ts";
import { callerOf } from "../../connection/callerOf.ts";
import type { Service } from "../../service.ts";
import type { StoredTask } from "../../store/storedTask.ts";
import { deleteTask } from "../../work/findTask.ts";
import { findWanted } from "../taskAnswer.ts";
import { answerText, sendResponse } from "./answerText.ts";
import { responsesForm } from "./textForm.ts";

/** The routes `POST /api/v1/responses`, and `GET` and `DELETE /api/v1/responses/<id>`. */
export function responseRoutes(service: Service): Hono<RouteEnvironment> {
  return new Hono<RouteEnvironment>()
    .post("/", (context) => answerText(service, context, responsesForm))
    .get("/:id", async (context) => {
      const { task, headers } = await findWanted(service, context, "responses");
      return readResponse(service, task, takesSuperset(service.settings, callerOf(context)), headers);
    })
    .delete("/:id", async (context) => {
      const id = context.req.param("id");
      if (!(await deleteTask(service, id, callerOf(context).account))) throw unknownTask();
      return context.json({ id, object: "response", deleted: true });
    });
}

/** `GET /responses/<id>`: the short in-progress object, the full object, or an error. */
async function readResponse(service: Service, task: StoredTask, superset: boolean, headers: Record<string, string>): Promise<Response> {
  if (task.status === "pending" || task.status === "processing") return Response.json(describeUnfinished(task), { headers });
  return sendResponse(service, task, { superset, form: responsesForm, headers });
}
