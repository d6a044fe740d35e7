/** A window that receives an answer, as a process that a test kills. Arguments: the journal's folder, the service's address and key. */
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { generateText } from "../../../../src/generations/generate.ts";
import { openTasks } from "../../../../src/generations/openTasks.ts";

const [folder = "", baseUrl = "", serviceKey = ""] = process.argv.slice(2);
const client = createServiceClient({ baseUrl, key: async () => serviceKey });
const { answers } = await openTasks({ folder, client: async () => client });
const key = await answers.begin(baseUrl, { document: "a.gen.md" });
for await (const progress of generateText(client, { model: "demo-text", input: "Write a long story." }, undefined)) {
  if (progress.type === "identified") await answers.identify(key, progress.id);
  if (progress.type === "textAppended") console.log("text");
}
