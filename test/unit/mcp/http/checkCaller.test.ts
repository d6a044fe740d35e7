/** Who may call the MCP server over HTTP. */
import { expect, test } from "vitest";
import { checkCaller } from "../../../../src/mcp/http/checkCaller.ts";

const key = "a-key-of-enough-characters";
const local = { host: "127.0.0.1", port: 8788, key: undefined };
const shared = { host: "0.0.0.0", port: 8788, key };
const bearer = `Bearer ${key}`;

test.each([
  ["a client on this machine", local, { host: "127.0.0.1:8788" }, 200],
  ["a client on this machine, by name", local, { host: "localhost:8788" }, 200],
  ["a page of this machine", local, { host: "localhost:8788", origin: "http://localhost:6274" }, 200],
  ["a name that resolves to this machine", local, { host: "rebound.example:8788" }, 403],
  ["a page of another site", local, { host: "127.0.0.1:8788", origin: "https://evil.example" }, 403],
  ["a page without an origin", local, { host: "127.0.0.1:8788", origin: "null" }, 403],
  ["a name that begins like this machine's", local, { host: "localhost.evil.example" }, 403],
  ["a request without Host", local, {}, 403],
  ["a client with the key", shared, { host: "studio.example:8788", authorization: bearer }, 200],
  ["a client with the key, in lower case", shared, { host: "studio.example:8788", authorization: `bearer ${key}` }, 200],
  ["a client with another key", shared, { host: "studio.example:8788", authorization: `${bearer}x` }, 401],
  ["a client with another scheme", shared, { host: "studio.example:8788", authorization: `Basic ${key}` }, 401],
  ["a client without a key", shared, { host: "studio.example:8788" }, 401],
  ["the server's own page", shared, { host: "studio.example:8788", origin: "http://studio.example:8788", authorization: bearer }, 200],
  [
    "a page of another site, with the key",
    shared,
    { host: "studio.example:8788", origin: "https://evil.example", authorization: bearer },
    403,
  ],
  ["this machine without the key that is set", { ...local, key }, { host: "127.0.0.1:8788" }, 401],
])("%s: %j, %j", (_, reach, headers, status) => {
  const verdict = checkCaller(reach, new Headers(headers));
  expect(verdict.allowed ? 200 : verdict.status).toBe(status);
});
