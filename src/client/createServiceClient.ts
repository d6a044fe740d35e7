/** Creates the client of one service, with one function for each capability of the interface. */
import { kindTable } from "../contract/kind.ts";
import { acceptedTaskSchema } from "../contract/media.ts";
import { modelListSchema, modelSchema } from "../contract/models.ts";
import { deletedTaskSchema } from "../contract/response.ts";
import { v2AcceptedTaskSchema, v2StatusSchema } from "../contract/v2.ts";
import { checkFileLimits } from "./http/checkFileLimits.ts";
import { openConnection, sendForJson } from "./http/exchange.ts";
import { pathSegment } from "./http/serviceAddress.ts";
import { pollMedia, pollV2 } from "./media/pollTask.ts";
import { createResponse } from "./responses/createResponse.ts";
import { finishResponse } from "./responses/finishResponse.ts";
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
    finishResponse: (id, call) => finishResponse(connection, id, call),
    deleteTask: async (id, call) =>
      sendForJson(connection, { method: "DELETE", path: `/api/v1/responses/${pathSegment(id)}` }, deletedTaskSchema, call),
    submitMedia: (kind, request, call) =>
      sendForJson(connection, { method: "POST", path: `/api/v1/${kindTable[kind].path}`, body: request }, acceptedTaskSchema, call),
    pollMedia: (kind, id, folder, call) => pollMedia(connection, kind, id, folder, call),
    async submitV2(request, call) {
      checkFileLimits(request);
      return sendForJson(connection, { method: "POST", path: "/api/v2", body: request }, v2AcceptedTaskSchema, call);
    },
    readV2Status: async (taskId, call) =>
      sendForJson(connection, { method: "GET", path: `/api/v2/status/${pathSegment(taskId)}` }, v2StatusSchema, call),
    pollV2: (taskId, folder, call) => pollV2(connection, taskId, folder, call),
    retire: () => connection.dispatchers.retire(),
    close: () => connection.dispatchers.close(),
  };
}
