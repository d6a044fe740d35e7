/** Reads the values of options. */
import { BlockList, isIP } from "node:net";
import { isSendableKey } from "../../network/isSendableKey.ts";

/** Reads the number of an option. Throws a TypeError with a message for the user. */
export function readNumberOption(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (value.trim() !== "" && Number.isFinite(number) && number >= 0) return number;
  throw new TypeError(`--${name} must be a number that is not negative.`);
}

/** Reads a TCP port; 0 takes a free one. Throws like `readNumber`. */
export function readPort(value: string | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new TypeError("--port must be a whole number from 0 to 65535.");
}

/** Reads the keys of `--key`. Throws like `readNumber`; the message does not repeat the key. */
export function readKeys(keys: readonly string[]): readonly string[] {
  if (keys.every(isSendableKey)) return keys;
  throw new TypeError(
    "--key must be one or more letters, digits and signs of ASCII without spaces: it is sent in a header. Is a variable of the shell empty?",
  );
}

/** The largest amount of an account, in its unit: a number represents its millionths exactly. */
const largestAmount = 1_000_000_000;

/** Reads an amount in an account's unit. `name`: the name of the value in error messages. Throws like `readNumber`. */
export function readAmountOption(name: string, value: string): number {
  const number = Number(value);
  if (value.trim() !== "" && number >= 0 && number <= largestAmount) return number;
  throw new TypeError(`${name} must be a number from 0 to ${largestAmount}.`);
}

/** Reads a number of requests per minute. Throws like `readNumber`. */
export function readRate(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new TypeError("--rate must be a whole number; 0 is no limit.");
}

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
