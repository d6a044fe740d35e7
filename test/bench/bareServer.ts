/** A bare node:http server, as a process of its own, that answers everything with the same bytes. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [path = "", contentType = "application/json", status = "200"] = process.argv.slice(2);
const body = readFileSync(path);

const server = createServer((request, answer) => {
  request.resume();
  request.on("end", () => {
    answer.writeHead(Number(status), { "content-type": contentType, "content-length": body.byteLength });
    answer.end(body);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" && address ? address.port : 0}\n`);
});
