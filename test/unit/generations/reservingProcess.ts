/** A window that reserves the cost of an answer, as a process that a test kills. Arguments: the journal's folder, the estimate. */
import { openTasks } from "../../../src/generations/openTasks.ts";
import { makeTaskKey } from "../../../src/generations/taskKey.ts";

const [folder = "", estimate] = process.argv.slice(2);
const { answers } = await openTasks({ folder, client: async () => undefined });
const asked = { baseUrl: "http://127.0.0.1:9", interface: "v1", kind: "text", model: "maker" } as const;
const amount = estimate === "undefined" ? undefined : Number(estimate);
await answers.begin({ key: makeTaskKey(Date.now()), ...asked, estimate: amount, unit: undefined });
console.log("reserved");
// Until it is killed.
setInterval(() => undefined, 60_000);
