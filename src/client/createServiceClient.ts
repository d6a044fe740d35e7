/** Creates the client of one service, with one function for each capability of the interface. */
import { modelListSchema, modelSchema } from "../contract/models.ts";
import { deletedTaskSchema } from "../contract/response.ts";
import { v2StatusSchema } from "../contract/v2.ts";
import { openConnection, sendForJson } from "./http/exchange.ts";
import { pathSegment } from "./http/serviceAddress.ts";
import { taskCalls } from "./media/taskCalls.ts";
import { createResponse } from "./responses/createResponse.ts";
import { pollResponse } from "./responses/finishResponse.ts";
import { streamResponse } from "./responses/streamResponse.ts";
import type { ServiceClient, ServiceClientOptions } from "./serviceClient.ts";

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
    readV2Status: async (taskId, call) =>
      sendForJson(connection, { method: "GET", path: `/api/v2/status/${pathSegment(taskId)}` }, v2StatusSchema, call),
    ...taskCalls(connection),
    retire: () => connection.dispatchers.retire(),
    close: () => connection.dispatchers.close(),
  };
}
