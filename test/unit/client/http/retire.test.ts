/** A client that is replaced because its settings have changed: what may be billed is not ended. */
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { createTestClient } from "../testClient.ts";
import { jsonAnswer, startRawServer } from "./rawServer.ts";

test("a POST in progress gets its answer, a GET in progress ends, and later calls use new connections", async () => {
  const sockets: Socket[] = [];
  await using server = await startRawServer(({ method }, index) => {
    if (index === 2) return jsonAnswer(200, { object: "list", data: [{ id: "m" }] });
    return (socket) => void (method === "POST" && sockets.push(socket));
  });
  const client = createTestClient(server.baseUrl);
  const posted = client.submitTask({ interface: "v1", kind: "image", body: { model: "m", prompt: "p" } });
  const listed = client.listModels({ attempts: 1 });
  await server.arrived(2);
  client.retire();
  await expect(listed).rejects.toMatchObject({ kind: "connectionLost" });
  expect(await client.listModels()).toMatchObject([{ id: "m" }]);
  sockets[0]?.end(jsonAnswer(202, { id: "t1", polling_url: "/x" }));
  expect(await posted).toBe("t1");
  await client.close();
  await server.idle();
});
