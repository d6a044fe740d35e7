/** Starts one PostgreSQL server for all files of the run: to start one takes seconds. Each service and store has a database of its own. */
import { sharedServer, startPostgres } from "./postgresServer.ts";

export default async function prepare(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  process.env[sharedServer] = server.folder;
  return server.close;
}
