import { type Fault, faultOf } from "../../contract/faultModels.ts";
import { checkRequest } from "../../providers/checkRequest.ts";
import { offeredCapabilities } from "../../providers/dialects/audioFormats.ts";
import { filesOf, type GenerationRequest, type ParameterError } from "../../providers/request.ts";
import { writeCall } from "../../providers/writeCall.ts";
import { type Caller, insufficientQuota, millionths, rateLimitExceeded, takesSuperset } from "../account/accounts.ts";
import { allowedModels } from "../account/allowedModels.ts";
import { ApiError, invalidRequest, unknownModel } from "../apiError.ts";
import type { Catalogue, CatalogueModel } from "../catalogue.ts";
import type { BodyShare } from "../connection/bodyBudget.ts";
import type { RequestObserver } from "../observing/observer.ts";
import type { ServiceSettings } from "../settings/settings.ts";
import type { RequestMark } from "../store/repeatedRequests.ts";
import type { Endpoint, StoredTask, TaskEcho } from "../store/storedTask.ts";
import type { TaskStore } from "../store/taskStore.ts";
import type { UsageMeter } from "./measureUsage.ts";
import { newTaskId } from "./newTaskId.ts";
import { recallThoughts } from "./recallThoughts.ts";
import { nameIsBusy } from "./repeatedRequests.ts";
import type { Run } from "./taskRun.ts";
import type { TaskRunner } from "./taskRunner.ts";

/** What accepts and begins tasks. */
interface TaskAcceptance {
  store: TaskStore;
  catalogue: Catalogue;
  usage: UsageMeter;
  runner: Pick<TaskRunner, "accept" | "begin">;
  settings: Pick<ServiceSettings, "clock" | "reserve" | "superset" | "supersetFor">;
}

export interface IncomingRequest {
  caller: Caller;
  endpoint: Endpoint;
  request: GenerationRequest;
  echo: TaskEcho;
  /** The observer of the request that creates the task. */
  observer: RequestObserver | undefined;
  mark: RequestMark;
  /** The memory that the request uses until the task has ended in this service. */
  share?: Pick<BodyShare, "keepUntil">;
  /** Returns the wire name of a v1 parameter. Default: the same name. */
  wireName?: (param: string) => string;
}

/**
 * Accepts a task, which this or another service generates. Refuses unknown models, models of another kind, values that the model does not
 * accept, and an account without balance, in this order.
 */
export async function acceptTask(service: TaskAcceptance, incoming: IncomingRequest): Promise<StoredTask> {
  const { task, request, isFree, reserved } = await checkTask(service, incoming);
  const run = await withName(service, incoming, task, () =>
    service.runner.accept(task, request, { isFree, reserved, cause: incoming.observer }),
  );
  if (run) incoming.share?.keepUntil(run.finished);
  return task;
}

/**
 * Accepts a task and starts it in this service, which waits for its answer. `isStreamed`: the events of the answer are needed. Refuses the
 * same as `acceptTask`.
 */
export async function beginTask(service: TaskAcceptance, incoming: IncomingRequest, isStreamed: boolean): Promise<Run> {
  const { task, request, isFree, reserved } = await checkTask(service, incoming);
  const run = await withName(service, incoming, task, () =>
    service.runner.begin(task, request, { isFree, isStreamed, reserved, cause: incoming.observer }),
  );
  incoming.share?.keepUntil(run.finished);
  return run;
}

/** Gives the request's name to the task before it is recorded, so that of two requests with one name only one is accepted. Throws 409. */
async function withName<Result>(
  { store }: TaskAcceptance,
  { caller: { account }, mark: { name, digest } }: IncomingRequest,
  task: StoredTask,
  record: () => Promise<Result>,
): Promise<Result> {
  if (name === undefined) return record();
  if (!(await store.name(account, name, digest, task.id))) throw nameIsBusy();
  return record().catch(async (error: unknown) => {
    await store.forgetName(account, name).catch(() => undefined);
    throw error;
  });
}

interface CheckedTask {
  task: StoredTask;
  request: GenerationRequest;
  isFree: boolean;
  /** Millionths. */
  reserved: number;
}

async function checkTask(service: TaskAcceptance, incoming: IncomingRequest): Promise<CheckedTask> {
  const { caller, endpoint, request: asked, wireName = (param: string) => param } = incoming;
  const { account } = caller;
  const found = await requireModel(service, caller, asked, wireName("model"));
  const { wanted, echo } = withoutMissingSearch(takesSuperset(service.settings, caller), found, asked, incoming.echo);
  const request =
    wanted.kind === "text"
      ? await recallThoughts({ request: wanted, account, provider: found.provider.name, get: service.store.get })
      : wanted;
  const refused =
    checkRequest(request, {
      id: request.model,
      capabilities: offeredCapabilities(found.model.capabilities),
      ignoresVoice: found.model.ignoresVoice,
    }) ?? checkDialect(found, request);
  if (refused) throw invalidRequest(wireName(refused.param), refused.message);
  const fault = faultOf(request.model);
  if (fault !== undefined) refuseByFault(fault);
  const createdAt = service.settings.clock.now();
  const task: StoredTask = {
    id: newTaskId(endpoint, request.kind, createdAt),
    account,
    endpoint,
    kind: request.kind,
    model: request.model,
    provider: found.provider.name,
    status: "pending",
    createdAt,
    finishedAt: undefined,
    echo,
    output: undefined,
    usage: undefined,
    cost: 0,
    error: undefined,
    files: [],
  };
  if (incoming.observer) {
    incoming.observer.facts.model = task.model;
    incoming.observer.facts.task = task.id;
  }
  return { task, request, isFree: found.provider.isFree, reserved: await reservedFor(service, caller, found, request) };
}

/**
 * The estimate for the most expensive model that may take the request, and for the one that draws. A model without a price is estimated by
 * what its provider has reported.
 */
async function reservedFor(service: TaskAcceptance, caller: Caller, found: CatalogueModel, request: GenerationRequest): Promise<number> {
  const { settings, catalogue, usage } = service;
  if (found.provider.isFree) return 0;
  if (settings.reserve !== undefined) return Math.round(settings.reserve * millionths);
  const models = allowedModels(catalogue, caller);
  const others = await Promise.all(found.model.fallback.map((id) => models.find(id, request.kind)));
  const estimates = [found, ...others].flatMap((model) => (model ? [usage.reserve(model, request, settings.clock.now())] : []));
  const drawing = request.kind === "text" && request.imageTool ? await models.imageModel() : undefined;
  const image = drawing && { kind: "image" as const, model: drawing.id, prompt: "", references: [] };
  return Math.max(...estimates) + (image ? usage.reserve(drawing, image, settings.clock.now()) : 0);
}

/** With `--superset`, a model without a web search gets none: coding agents ask each model for it. The answer says what was left out. */
function withoutMissingSearch(
  superset: boolean,
  found: CatalogueModel,
  request: GenerationRequest,
  echo: TaskEcho,
): { wanted: GenerationRequest; echo: TaskEcho } {
  const isMissing = superset && request.kind === "text" && request.webSearch && checkDialect(found, request)?.param === "tools";
  if (!isMissing || echo.kind !== "response") return { wanted: request, echo };
  const leftOut = [...(echo.response.leftOut ?? []), "web_search"];
  return { wanted: { ...request, webSearch: false }, echo: { ...echo, response: { ...echo.response, leftOut } } };
}

/** Returns an error for what cannot be written for this type of provider, before anything is sent to it. */
function checkDialect({ provider, model }: CatalogueModel, request: GenerationRequest): ParameterError | undefined {
  const parameterError = (call: object | ParameterError) => ("param" in call && "message" in call ? call : undefined);
  if (request.kind !== "text") return parameterError(writeCall(provider.dialect, request.kind, model, request));
  const file = filesOf(request).find((given) => provider.dialect.fileForm(given) === undefined);
  if (file) return { param: "input", message: `${provider.name} does not take files of the type ${file.mediaType}.` };
  return parameterError(provider.dialect.text(model, request));
}

async function requireModel(
  service: TaskAcceptance,
  caller: Caller,
  { model: id, kind }: GenerationRequest,
  param: string,
): Promise<CatalogueModel> {
  // PostgreSQL's text cannot contain it.
  if (id.includes("\0")) throw unknownModel(param);
  const found = await allowedModels(service.catalogue, caller).find(id, kind);
  if (!found) throw unknownModel(param);
  const { kinds } = found.model;
  if (!kinds.includes(kind)) throw invalidRequest(param, `The model ${id} makes ${kinds.join(", ")}, not ${kind}.`);
  return found;
}

/** Throws 504 for `fault-504` on an endpoint that does not wait: the task is accepted, but the client does not get the answer. */
export async function refuseAccepted(task: StoredTask, path: string, leave: () => Promise<void>): Promise<void> {
  if (faultOf(task.model) !== "fault-504") return;
  await leave();
  throw new ApiError({
    code: "timeout",
    status: 504,
    taskId: task.id,
    message: `The request timed out. The result can be fetched later with GET ${path}.`,
  });
}

/** Throws the error of the fault's row in the spec's table "Error bodies". */
function refuseByFault(fault: Fault): void {
  switch (fault) {
    case "fault-400":
      throw new ApiError({
        code: "model_not_found",
        status: 400,
        param: "model",
        message: "The model does not exist or is not available.",
      });
    case "fault-408":
      throw new ApiError({ code: "timeout", status: 408, message: "The request timed out." });
    case "fault-429":
      throw rateLimitExceeded(1);
    case "fault-500":
      throw new ApiError({ code: "api_error", message: "The model failed to generate a response." });
    case "fault-quota":
      throw insufficientQuota();
    default:
      return;
  }
}
