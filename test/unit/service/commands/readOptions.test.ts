/** Values of options that could not be used are refused before anything starts. */
import { expect, test } from "vitest";
import { readKeys, readPort } from "../../../../src/service/commands/readOptions.ts";

test.each(["99999", "65536", "-1", "1.5", "", " ", "http", "0x50"])("--port %j is refused by name", (port) => {
  expect(() => readPort(port, 8787)).toThrow("--port must be a whole number from 0 to 65535.");
});

test.each([
  ["0", 0],
  ["65535", 65_535],
  [undefined, 8787],
])("--port %j is %d", (port, expected) => {
  expect(readPort(port, 8787)).toBe(expected);
});

// Node.js's own Headers accept some of these, but `Bearer` takes none of them.
test.each(["", " ", "a b", "key\n", "kéy", "key\u0000", "🔑"])("--key %j is refused, and not repeated", (key) => {
  expect(() => readKeys(["good-key", key])).toThrow(/^--key must be one or more letters/);
});

test("keys that a header can carry are taken", () => {
  expect(readKeys(["my-key", "sk_0123.~+/="])).toEqual(["my-key", "sk_0123.~+/="]);
});
