/** Each answer is reported once to the owner of the client, however it was requested. */
import { expect, test } from "vitest";
import type { ServiceClient } from "../../../../src/client/serviceClient.ts";
import type { ResponseObject } from "../../../../src/contract/response.ts";
import { jsonAnswer, startRawServer, streamAnswer } from "../http/rawServer.ts";
import { createTestClient } from "../testClient.ts";

const body = { id: "resp_1", object: "response", created_at: 1, status: "completed", model: "m", output: [], usage: { cost: 0.25 } };
const event = `event: response.completed\ndata: ${JSON.stringify({ type: "response.completed", response: body })}\n\n`;
const request = { model: "m", input: "x" };

const exchanges: [string, (client: ServiceClient) => Promise<unknown>][] = [
  ["without a stream", (client) => client.createResponse(request)],
  ["in a stream", (client) => client.streamResponse({ ...request, stream: true }).end],
  ["by its id", (client) => client.finishResponse("resp_1")],
];

test.for(exchanges)("an answer that is requested %s", async ([, exchange]) => {
  await using server = await startRawServer(({ body: sent }) =>
    sent.includes('"stream":true') ? streamAnswer([event]) : jsonAnswer(200, body),
  );
  const answers: [string, ResponseObject["usage"]][] = [];
  const client = createTestClient(server.baseUrl, { onAnswer: (id, { usage }) => answers.push([id, usage]) });
  await exchange(client);
  await client.close();
  expect(answers).toMatchObject([["resp_1", { cost: 0.25 }]]);
});
