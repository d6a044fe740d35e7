/** Narrates a dialogue until this process ends or is killed. */
import { join } from "node:path";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import { openTasks } from "../../src/generations/openTasks.ts";
import { narrationIn } from "./narration.ts";
import { originOf } from "./statedOrigin.ts";

const [folder = "", baseUrl = "", key = ""] = process.argv.slice(2);

const client = createServiceClient({ baseUrl, key: async () => key });
const tasks = await openTasks({ folder: join(folder, "journal"), client: async () => client, originOf });
process.stdout.write("opened\n");
await tasks.submit(narrationIn(folder, baseUrl)).end();
await tasks.close();
await client.close();
