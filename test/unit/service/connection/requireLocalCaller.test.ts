/** The Host and Origin headers that are refused. */
import { expect, test } from "vitest";
import { requireLocalCaller } from "../../../../src/service/connection/requireLocalCaller.ts";

const call =
  ({ host, origin }: { host: string; origin?: string }) =>
  () =>
    requireLocalCaller({ host, origin });

test.each(["127.0.0.1:8787", "localhost:8787", "[::1]:8787", "localhost"])("the Host %s is local", (host) => {
  expect(call({ host })).not.toThrow();
});

test.each([
  "evil.example",
  "evil.example:8787",
  "127.0.0.1.evil.example",
  "127.0.0.1@evil.example",
  "",
  "localhost:8787:1",
  "0.0.0.0:8787",
])("the Host %j is refused", (host) => {
  expect(call({ host })).toThrow(/foreign/);
});

test("an Origin must be the service's own", () => {
  const host = "127.0.0.1:8787";
  expect(call({ host, origin: "http://127.0.0.1:8787" })).not.toThrow();
  for (const origin of ["https://evil.example", "null", "http://127.0.0.1:9999", "vscode-webview://x", ""]) {
    expect(call({ host, origin })).toThrow(/foreign/);
  }
});
