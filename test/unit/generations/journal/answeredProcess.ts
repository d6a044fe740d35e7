/** A window that receives an answer, as a process that a test kills. Arguments: the journal's folder, the service's address and key. */
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { openTasks } from "../../../../src/generations/openTasks.ts";

const [folder = "", baseUrl = "", serviceKey = ""] = process.argv.slice(2);
const client = createServiceClient({ baseUrl, key: async () => serviceKey });
const tasks = await openTasks({ folder, client: async () => client });
const body = { model: "demo-text", input: "Write a long story." };
const generation = await tasks.start({ interface: "v1", kind: "text", body }, { baseUrl, origin: { document: "a.gen.md" } });
for await (const changes of generation) {
  for (const change of changes) if (change.type === "textAppended") console.log("text");
}
