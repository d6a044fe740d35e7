/** The range of IP addresses in every notation. */
import { expect, test } from "vitest";
import { rangeOfHost } from "../../../src/network/addressRanges.ts";

test.each([
  ["localhost", "thisMachine"],
  ["127.0.0.1", "thisMachine"],
  ["127.255.0.9", "thisMachine"],
  ["2130706433", "thisMachine"],
  ["[::1]", "thisMachine"],
  ["0.0.0.0", "special"],
  ["[::]", "special"],
  ["[::127.0.0.1]", "special"],
  ["[::ffff:127.0.0.1]", "special"],
  ["[::ffff:10.0.0.1]", "special"],
  ["[64:ff9b::10.0.0.1]", "special"],
  ["[2001::1]", "special"],
  ["[2002:7f00:1::]", "special"],
  ["[fe80::1]", "special"],
  ["169.254.169.254", "special"],
  ["192.88.99.1", "special"],
  ["224.0.0.1", "special"],
  ["255.255.255.255", "special"],
  ["10.0.0.1", "private"],
  ["100.64.0.1", "private"],
  ["172.31.255.1", "private"],
  ["192.168.1.1", "private"],
  ["[fd00::1]", "private"],
  ["[fec0::1]", "private"],
  ["example.org", "public"],
  ["93.184.215.14", "public"],
  ["172.32.0.1", "public"],
  ["192.88.100.1", "public"],
  ["[2001:4860:4860::8888]", "public"],
])("%s is %s", (host, range) => {
  expect(rangeOfHost(new URL(`https://${host}/`).hostname)).toBe(range);
});
