/** A window that reserves the cost of an answer, as a process that a test kills. Arguments: the journal's folder, the estimate. */
import { openTasks } from "../../../src/generations/openTasks.ts";

const [folder = "", estimate] = process.argv.slice(2);
const { costs } = await openTasks({ folder, client: async () => undefined });
const amount = estimate === "undefined" ? undefined : Number(estimate);
const request = { baseUrl: "http://127.0.0.1:9", kind: "text", model: "maker", amount, unit: undefined, isAgents: false } as const;
await costs.reservations.reserve("answer", request, () => undefined);
console.log("reserved");
// Until it is killed.
setInterval(() => undefined, 60_000);
