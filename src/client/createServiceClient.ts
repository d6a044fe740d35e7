/** Creates the client of one service, with one function for each capability of the interface. */
import { kindTable } from "../contract/kind.ts";
import { acceptedTaskSchema } from "../contract/media.ts";
import { modelListSchema, modelSchema } from "../contract/models.ts";
import { deletedTaskSchema } from "../contract/response.ts";
import { v2AcceptedTaskSchema, v2StatusSchema } from "../contract/v2.ts";
import type { TaskRequest } from "../contract/wireRequest.ts";
import { badAnswer } from "./http/badAnswer.ts";
import { checkFileLimits } from "./http/checkFileLimits.ts";
import { type Connection, openConnection, sendForJson } from "./http/exchange.ts";
import { isUsableId, pathSegment } from "./http/serviceAddress.ts";
import { pollMedia, pollV2 } from "./media/pollTask.ts";
import { createResponse } from "./responses/createResponse.ts";
import { pollResponse } from "./responses/finishResponse.ts";
import { streamResponse } from "./responses/streamResponse.ts";
import type { CallOptions, ServiceClient, ServiceClientOptions } from "./serviceClient.ts";
import { ServiceError } from "./serviceError.ts";

/** Throws `forbiddenAddress` unless `baseUrl` is https, or http on loopback. Opens no connection before the first call. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const connection = openConnection(options);
  return {
    baseUrl: connection.address.baseUrl,
    get longestWait() {
      return connection.longestWait;
    },
    async listModels(call) {
      return (await sendForJson(connection, { method: "GET", path: "/api/v1/models" }, modelListSchema, call)).data;
    },
    getModel: async (id, call) => sendForJson(connection, { method: "GET", path: `/api/v1/models/${pathSegment(id)}` }, modelSchema, call),
    createResponse: (request, call) => createResponse(connection, request, call),
    streamResponse: (request, call) => streamResponse(connection, request, call),
    pollResponse: (id, call) => pollResponse(connection, id, call),
    deleteTask: async (id, call) =>
      sendForJson(connection, { method: "DELETE", path: `/api/v1/responses/${pathSegment(id)}` }, deletedTaskSchema, call),
    submitTask: (request, call) => submitTask(connection, request, call),
    pollMedia: (kind, id, folder, call) => pollMedia(connection, kind, id, folder, call),
    readV2Status: async (taskId, call) =>
      sendForJson(connection, { method: "GET", path: `/api/v2/status/${pathSegment(taskId)}` }, v2StatusSchema, call),
    pollV2: (taskId, folder, call) => pollV2(connection, taskId, folder, call),
    retire: () => connection.dispatchers.retire(),
    close: () => connection.dispatchers.close(),
  };
}

/** Also returns the id if a service or gateway that timed out names the task that it started. */
async function submitTask(connection: Connection, request: TaskRequest, call: CallOptions | undefined): Promise<string> {
  const id = await postTask(connection, request, call).catch((error: unknown) => {
    if (error instanceof ServiceError && error.maybeAccepted && error.taskId !== undefined && isUsableId(error.taskId)) return error.taskId;
    throw error;
  });
  if (isUsableId(id)) return id;
  throw badAnswer("The service gave the task an id that cannot be part of an address.", true);
}

async function postTask(connection: Connection, request: TaskRequest, call: CallOptions | undefined): Promise<string> {
  const post = { method: "POST" as const, body: request.body };
  if (request.interface === "v2") {
    checkFileLimits(request.body);
    return (await sendForJson(connection, { ...post, path: "/api/v2" }, v2AcceptedTaskSchema, call)).task_id;
  }
  return (await sendForJson(connection, { ...post, path: `/api/v1/${kindTable[request.kind].path}` }, acceptedTaskSchema, call)).id;
}
