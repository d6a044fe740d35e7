/** The client's address and origin, also behind proxies. */
import { BlockList, Socket } from "node:net";
import { expect, test } from "vitest";
import { readAddresses } from "../../../../src/service/commands/readOptions.ts";
import { findClient } from "../../../../src/service/connection/client.ts";
import type { Reach } from "../../../../src/service/settings/reach.ts";

const behind = (list: string): Reach => ({ type: "proxy", host: "0.0.0.0", trusted: readAddresses("behind-proxy", list) });

function from(address: string, headers: Record<string, string> = {}) {
  const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: address });
  return { socket, headers };
}

test("without a proxy, the client is the connected address, whatever the headers contain", () => {
  const headers = { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https", "x-forwarded-host": "evil.example" };
  for (const reach of [{ type: "loopback" }, { type: "proxy", host: "::", trusted: new BlockList() }] as const) {
    expect(findClient(reach, from("127.0.0.1", headers))).toEqual({ address: "127.0.0.1", origin: undefined });
  }
  expect(findClient({ type: "loopback" }, from("::ffff:198.51.100.3"))).toEqual({ address: "198.51.100.3", origin: undefined });
});

test("behind a proxy, connections of other machines are refused", () => {
  expect(findClient(behind("10.0.0.5"), from("10.0.0.6", { "x-forwarded-for": "10.0.0.5" }))).toBeUndefined();
  expect(findClient(behind("10.0.0.5"), from("2001:db8::1"))).toBeUndefined();
});

test.each([
  ["the last one that is no proxy", "203.0.113.9, 203.0.113.7, 10.0.0.6", "203.0.113.7"],
  ["the only one", "203.0.113.7", "203.0.113.7"],
  ["the first one where all are proxies", "10.0.0.7, 10.0.0.6", "10.0.0.7"],
  ["the one before what is no address", "203.0.113.7, unknown", "10.0.0.5"],
  ["the proxy where nothing is said", "", "10.0.0.5"],
  ["an IPv4 address in its own form", "::ffff:203.0.113.7", "203.0.113.7"],
  ["an IPv6 address", "2001:db8::7", "2001:db8::7"],
])("behind a proxy the client is %s", (_, forwarded, address) => {
  expect(findClient(behind("10.0.0.0/24"), from("::ffff:10.0.0.5", { "x-forwarded-for": forwarded }))?.address).toBe(address);
});

test.each([
  [{ "x-forwarded-proto": "https", "x-forwarded-host": "evil.example", host: "studio.example" }, "https://studio.example"],
  [{ "x-forwarded-proto": "https", host: "studio.example:8443" }, "https://studio.example:8443"],
  [{ "x-forwarded-proto": "http, https", host: "studio.example" }, "https://studio.example"],
  [{ host: "studio.example" }, "http://studio.example"],
  [{ "x-forwarded-proto": "javascript", host: "studio.example" }, undefined],
  [{ "x-forwarded-proto": "https", host: "a@b/c" }, undefined],
  [{}, undefined],
])("of %j the origin is %s", (headers, origin) => {
  expect(findClient(behind("10.0.0.5"), from("10.0.0.5", { ...headers }))?.origin).toBe(origin);
});

test("a header of 100,000 addresses is parsed quickly", () => {
  const headers = { "x-forwarded-for": "10.0.0.6,".repeat(100_000) };
  const start = process.cpuUsage();
  for (let count = 0; count < 10; count += 1) findClient(behind("10.0.0.0/24"), from("10.0.0.5", headers));
  expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
});
