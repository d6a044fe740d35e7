import { BlockList, isIP } from "node:net";

/** Reads IP addresses and networks of an option, such as `10.0.0.5, 10.1.0.0/16, ::1`. Throws a TypeError with a message for the user. */
export function readAddresses(name: string, value: string): BlockList {
  const list = new BlockList();
  for (const entry of value.split(",").map((part) => part.trim())) {
    const [address = "", bits, rest] = entry.split("/");
    const family = isIP(address);
    const most = family === 6 ? 128 : 32;
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (family === 0 || rest !== undefined || !(prefix <= most))
      throw new TypeError(`--${name} takes IP addresses or networks, not “${entry}”.`);
    list.addSubnet(address, prefix, family === 6 ? "ipv6" : "ipv4");
  }
  return list;
}
