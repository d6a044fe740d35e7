/** A validated request in; an accepted task in the making, or a refusal that creates none, out. */
import { randomBytes } from "node:crypto";
import type { Kind } from "../../contract/kind.ts";
import { faultOf } from "../faults/faultModels.ts";
import { refuseByFault } from "../faults/refuseByFault.ts";
import type { GenerationRequest } from "../generators/generator.ts";
import { workingModel } from "../models.ts";
import { invalidRequest, Refusal, unknownModel } from "../refusal.ts";
import type { Service } from "../service.ts";
import type { Endpoint, StoredTask, TaskEcho } from "../store/storedTask.ts";
import type { Run } from "./taskRunner.ts";

/** What a person may see at the front of an id. */
const prefixes: Record<Endpoint, string> = { responses: "resp", images: "img", audios: "aud", videos: "vid", v2: "task" };

export interface Submission {
  account: string;
  endpoint: Endpoint;
  request: GenerationRequest;
  echo: TaskEcho;
  /** Name on the wire of a generator's parameter. Default: the same name. */
  wireName?: (param: string) => string;
}

/** Refuses unknown models, models of another kind, values that the model does not take, and an empty account; in this order. */
export function acceptTask(service: Service, submission: Submission): Run {
  const { account, endpoint, request, echo, wireName = (param: string) => param } = submission;
  requireModel(service, request.model, request.kind, wireName("model"));
  const fault = faultOf(request.model);
  const refused = service.generator.check(fault === undefined ? request : { ...request, model: workingModel[request.kind] });
  if (refused) throw invalidRequest(wireName(refused.param), refused.message);
  service.accounts.requirePositiveBalance(account);
  if (fault !== undefined) refuseByFault(fault);
  const task: StoredTask = {
    id: `${prefixes[endpoint]}_${randomBytes(16).toString("hex")}`,
    account,
    endpoint,
    kind: request.kind,
    model: request.model,
    status: "pending",
    createdAt: service.settings.clock.now(),
    finishedAt: undefined,
    echo,
    text: undefined,
    usage: undefined,
    cost: 0,
    error: undefined,
  };
  return service.runner.accept(task, request);
}

function requireModel(service: Service, id: string, kind: Kind, param: string): void {
  const model = service.catalogue.find(id);
  if (!model) throw unknownModel(param);
  if (!model.kinds.includes(kind)) throw invalidRequest(param, `The model ${model.id} makes ${model.kinds.join(", ")}, not ${kind}.`);
}

/** `fault-504` on an endpoint that does not wait: the task is accepted, and the answer is lost on the way. */
export function refuseAccepted(task: StoredTask, path: string): void {
  if (faultOf(task.model) !== "fault-504") return;
  throw new Refusal({
    code: "timeout",
    status: 504,
    taskId: task.id,
    message: `The request timed out. The result can be fetched later with GET ${path}.`,
  });
}
