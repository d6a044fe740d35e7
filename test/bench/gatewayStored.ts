/** The least that a gateway of images can do: it decodes each image and stores it before it answers. Argument: the base URL of the engine. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const engine = process.argv[2] ?? "";
const folder = mkdtempSync(join(tmpdir(), "gateway-stored-"));
process.on("SIGTERM", () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});

const server = createServer(async (request, response) => {
  const body = await text(request);
  const answer = await fetch(`${engine}/images/generations`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { data }: { data: { b64_json: string }[] } = await answer.json();
  for (const { b64_json } of data) await writeFile(join(folder, randomUUID()), Buffer.from(b64_json, "base64"));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" && address ? address.port : 0}\n`);
});
