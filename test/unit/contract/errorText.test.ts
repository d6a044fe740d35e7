/** What is said about each kind of thrown value. */
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { errorText } from "../../../src/contract/errorText.ts";

const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}`);

test.each<[string, unknown, string]>([
  ["an error", new RangeError("too long"), "too long"],
  ["an error of another realm", runInNewContext("new Error('elsewhere')"), "elsewhere"],
  ["an object with a message", { message: "from a library" }, "from a library"],
  ["a text", "stopped", "stopped"],
  ["an error without a message", new TypeError(), "TypeError"],
  // Node's message is empty if every address of a name was refused.
  [
    "several errors",
    new AggregateError([refused("::1"), refused("127.0.0.1")]),
    "connect ECONNREFUSED ::1; connect ECONNREFUSED 127.0.0.1",
  ],
  ["several errors, of which there is none", new AggregateError([], "All promises were rejected"), "All promises were rejected"],
  ["an object without a prototype", Object.create(null), "unknown error"],
  ["an object with another message", { message: 5 }, "unknown error"],
  ["nothing", undefined, "unknown error"],
])("%s", (_, thrown, text) => {
  expect(errorText(thrown)).toBe(text);
});
