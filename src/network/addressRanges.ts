/** Classifies IP addresses. Source: IANA's registries of special-purpose addresses. */
import { BlockList, isIP } from "node:net";
import { isLoopbackHost } from "./isLoopbackHost.ts";

function listOf(...ranges: readonly (readonly [network: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, network.includes(":") ? "ipv6" : "ipv4");
  return list;
}

const privateNetworks = listOf(["10.0.0.0", 8], ["100.64.0.0", 10], ["172.16.0.0", 12], ["192.168.0.0", 16], ["fc00::", 7], ["fec0::", 10]);
/** Unspecified, link-local, multicast, reserved and benchmarking addresses. */
const specialV4 = listOf(
  ["0.0.0.0", 8],
  ["169.254.0.0", 16],
  ["192.0.0.0", 24],
  ["192.88.99.0", 24],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
);
/** The same for IPv6, and the forms that contain an IPv4 address. Two lists, because one of these forms matches every IPv4 address. */
const specialV6 = listOf(
  ["::", 96],
  ["::ffff:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2001::", 32],
  ["2002::", 16],
  ["fe80::", 10],
  ["ff00::", 8],
);

export type AddressRange = "thisMachine" | "private" | "special" | "public";

/** @param address IPv4 or IPv6, without brackets. */
export function addressRangeOf(address: string): AddressRange {
  if (isLoopbackHost(address)) return "thisMachine";
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if ((family === "ipv6" ? specialV6 : specialV4).check(address, family)) return "special";
  return privateNetworks.check(address, family) ? "private" : "public";
}

/** Classifies a URL's host. A name is "public" unless it is a loopback name: its address is only known after it has been resolved. */
export function rangeOfHost(hostname: string): AddressRange {
  if (isLoopbackHost(hostname)) return "thisMachine";
  const bare = hostname.replace(/^\[|\]$/g, "");
  return isIP(bare) > 0 ? addressRangeOf(bare) : "public";
}
