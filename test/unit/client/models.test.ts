/** The catalogue: its models are listed, whatever a service leaves out or writes differently. */
import { expect, test } from "vitest";
import { jsonAnswer, startRawServer } from "./http/rawServer.ts";
import { createTestClient } from "./testClient.ts";

test("a model without a release date or a provider does not make the catalogue unreadable", async () => {
  const known = { id: "c", object: "model", created: 1_750_000_000, owned_by: "paintbox" };
  const data = [{ id: "a" }, { id: "b", object: null, created: null, owned_by: null }, known];
  await using server = await startRawServer(() => jsonAnswer(200, { object: null, data }));
  const client = createTestClient(server.baseUrl);
  expect(await client.listModels()).toMatchObject([
    { id: "a" },
    { id: "b", object: undefined, created: undefined, owned_by: undefined },
    known,
  ]);
  await client.close();
});
