/** The headers of every request, as Node.js receives them. Source: Fetch, "get, decode, and split", for those that are repeated. */
import { expect, test } from "vitest";
import { readHeaders } from "../../../../src/service/connection/readHeaders.ts";

const none = {
  host: undefined,
  origin: undefined,
  authorization: undefined,
  "x-request-id": undefined,
  traceparent: undefined,
  tracestate: undefined,
};

test("names are read in any case, and others are left out", () => {
  const raw = [
    "HOST",
    "localhost",
    "Accept",
    "*/*",
    "X-Request-Id",
    "a",
    "authorization",
    "Bearer b",
    "constructor",
    "c",
    "__proto__",
    "d",
  ];
  expect(readHeaders(raw)).toStrictEqual({ ...none, host: "localhost", "x-request-id": "a", authorization: "Bearer b" });
});

test.each([
  ["Host", "evil.example"],
  ["Origin", "http://localhost:1"],
  ["Authorization", "Bearer b"],
])("a repeated %s is joined, as in Headers", (name, value) => {
  const headers = new Headers([
    [name, "a"],
    [name, value],
  ]);
  expect(readHeaders([name, "a", name.toLowerCase(), value])).toEqual({ ...none, [name.toLowerCase()]: headers.get(name) });
});
