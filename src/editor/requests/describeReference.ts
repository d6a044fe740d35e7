import { hash } from "node:crypto";

/** Distinguishes reference images: their address, or the type, size and start of the hash of their data. */
export function describeReference(address: string): string {
  const comma = address.indexOf(",");
  if (!/^data:/i.test(address) || comma === -1) return address;
  const [type] = address.slice("data:".length, comma).split(";");
  return `${type || "data"} ${address.length - comma - 1} ${hash("sha256", address).slice(0, 8)}`;
}
