/** The guarantees for users of several services when machines fail. */
import { afterAll, beforeAll, test } from "vitest";
import { type PostgresServer, startPostgres } from "../service/postgresServer.ts";
import { runChaos } from "./runChaos.ts";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 300_000);
afterAll(() => postgres?.close());

test("2,000 tasks and 200 streams survive services that are killed every second and a database that is ended without warning", async () => {
  await runChaos(postgres, { tasks: 2000, streams: 200, seconds: 90 });
});
