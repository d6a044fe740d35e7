/** The limit of wrong keys from an address. */
import { beforeEach, expect, test } from "vitest";
import { type Authenticate, limitWrongKeys } from "../../../../src/service/account/wrongKeys.ts";
import { ApiError } from "../../../../src/service/apiError.ts";

const address = "203.0.113.7";
const refused = { code: "rate_limit_exceeded", status: 429 };

let now: number;
let rightKeys: Set<string>;
/** Keys that were looked up. */
let checked: string[];
let authenticate: Authenticate;
/** Milliseconds. */
let waits: number[];
let untilChecked: Promise<void>;

beforeEach(() => {
  now = 1_000_000;
  rightKeys = new Set(["right", "other"]);
  checked = [];
  const accounts = {
    async authenticate(authorization: string | null) {
      const key = authorization?.slice("Bearer ".length) ?? "";
      checked.push(key);
      return rightKeys.has(key) ? { account: key, name: key } : undefined;
    },
  };
  waits = [];
  untilChecked = Promise.resolve();
  authenticate = limitWrongKeys(accounts, { now: () => now }, async (milliseconds) => {
    waits.push(milliseconds);
    await untilChecked;
  });
});

const send = (key: string, from: string | undefined = address) =>
  authenticate(`Bearer ${key}`, from === undefined ? {} : { clientAddress: from });

/** Sends wrong keys, one after the other. */
async function guess(count: number, from = address, first = 0): Promise<void> {
  for (let index = first; index < first + count; index += 1) expect(await send(`wrong-${index}`, from)).toBeUndefined();
}

test("after twenty wrong keys in a minute, others are checked with a wait: wrong ones are refused, right ones pass", async () => {
  await guess(20);
  now += 20_000;
  await expect(send("wrong")).rejects.toMatchObject({ ...refused, headers: { "retry-after": "40" } });
  expect(await send("right")).toEqual({ account: "right", name: "right" });
  expect(waits).toEqual([500, 500]);
  expect(await send("right")).toEqual({ account: "right", name: "right" });
  expect(waits).toHaveLength(2);
  now += 40_000;
  expect(await send("other")).toEqual({ account: "other", name: "other" });
  await guess(20);
  await expect(send("wrong")).rejects.toMatchObject(refused);
});

test("a program that repeats one wrong key only blocks that key", async () => {
  for (let count = 0; count < 20; count += 1) expect(await send("old")).toBeUndefined();
  await expect(send("old")).rejects.toMatchObject(refused);
  expect(checked).toHaveLength(20);
  expect(await send("right")).toEqual({ account: "right", name: "right" });
  expect(await send("mistyped")).toBeUndefined();
  expect(waits).toEqual([]);
});

test("a key that was right before is accepted, unless it is no longer valid", async () => {
  await send("right");
  await guess(20);
  expect(await send("right")).toEqual({ account: "right", name: "right" });
  rightKeys.clear();
  expect(await send("right")).toBeUndefined();
  await expect(send("another")).rejects.toMatchObject(refused);
});

test("right keys and requests without a key do not count", async () => {
  for (let index = 0; index < 30; index += 1) {
    await send("right");
    expect(await authenticate(null, { clientAddress: address })).toBeUndefined();
    expect(await authenticate("Basic x", { clientAddress: address })).toBeUndefined();
  }
  await guess(20);
});

test("simultaneous wrong keys do not exceed the limit together, but right ones pass", async () => {
  const wrong = await Promise.allSettled(Array.from({ length: 100 }, (_, index) => send(`wrong-${index}`)));
  expect(wrong.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
  // Twenty at once, and the others after a wait.
  expect(waits).toEqual([500]);
  const right = await Promise.all(Array.from({ length: 100 }, () => send("right", "203.0.113.8")));
  expect(right.filter((caller) => caller?.account === "right")).toHaveLength(100);
  expect(waits).toHaveLength(1);
});

test("right keys wait as long as one wrong one of others, however many there are, and are not refused", async () => {
  await guess(20);
  const wrong = Array.from({ length: 3000 }, (_, index) => send(`guess-${index}`));
  const [right, again, other] = await Promise.all([send("right"), send("right"), send("other")]);
  expect([right, again, other].map((caller) => caller?.account)).toEqual(["right", "right", "other"]);
  expect(waits).toEqual([500]);
  for (const { status } of await Promise.allSettled(wrong)) expect(status).toBe("rejected");
});

test("a connection waits for one key at a time, and no longer than it is open", async () => {
  await guess(20);
  const { promise, resolve: check } = Promise.withResolvers<void>();
  untilChecked = promise;
  const connection = {};
  let close = () => {};
  const onClosed = (listener: () => void) => {
    close = listener;
  };
  const sender = { clientAddress: address, connection, onClosed };
  const first = authenticate("Bearer a", sender);
  await expect(authenticate("Bearer b", { clientAddress: address, connection })).rejects.toMatchObject(refused);
  close();
  expect(await first).toBeUndefined();
  const next = authenticate("Bearer right", { clientAddress: address, connection });
  check();
  expect(await next).toEqual({ account: "right", name: "right" });
  expect(checked).not.toContain("a");
});

test.each([
  ["before the first wrong key", 0, 0],
  ["while the clock is right", 20, 20_000],
  ["after the clock was set back by a day", 20, -86_400_000],
  ["after the clock jumped ahead by a day", 20, 86_400_000],
])("a refused key may come again within a minute: %s", async (_when, wrongKeys, passed) => {
  await guess(wrongKeys);
  now += passed;
  const sender = { clientAddress: address, connection: {} };
  const waiting = ["a", "b"].map((key, index) =>
    authenticate(`Bearer ${key}`, index === 0 ? { clientAddress: address, connection: {} } : sender),
  );
  const error = await Promise.resolve(authenticate("Bearer c", sender)).catch((thrown: unknown) => thrown);
  const { headers } = error instanceof ApiError ? error : { headers: undefined };
  expect(Number(headers?.["retry-after"])).toBeGreaterThan(0);
  expect(Number(headers?.["retry-after"])).toBeLessThanOrEqual(60);
  await Promise.allSettled(waiting);
});

test("a check that fails does not count, and does not stop the next", async () => {
  let isBroken = true;
  const limited = limitWrongKeys(
    { authenticate: async () => (isBroken ? Promise.reject(new Error("no database")) : undefined) },
    { now: () => now },
  );
  for (let index = 0; index < 30; index += 1)
    await expect(limited("Bearer wrong", { clientAddress: address })).rejects.toThrow("no database");
  isBroken = false;
  expect(await limited("Bearer wrong", { clientAddress: address })).toBeUndefined();
});

test("addresses are counted separately, those of one IPv6 network together, those of this machine not at all", async () => {
  await guess(20);
  await guess(20, "203.0.113.9");
  await guess(10, "2001:db8::1");
  await guess(10, "2001:db8:0:0:ffff:0:1:2", 10);
  await expect(send("wrong", "2001:DB8::3")).rejects.toMatchObject(refused);
  await guess(20, "2001:db8:0:1::1");
  for (const local of ["127.0.0.1", "::1"]) await guess(50, local);
  for (let index = 0; index < 50; index += 1) expect(await authenticate("Bearer wrong", undefined)).toBeUndefined();
});

test("memory is limited: the addresses that have not been seen for the longest time are removed", async () => {
  await guess(20);
  for (let index = 0; index < 10_000; index += 1) await send("wrong", `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`);
  expect(await send("wrong")).toBeUndefined();
});
