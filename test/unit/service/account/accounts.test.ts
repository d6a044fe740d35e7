/** Keys, limits and balances on a real database. */
import type { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createAccounts } from "../../../../src/service/account/accounts.ts";
import { completeOptions, type ServiceOptions } from "../../../../src/service/serviceOptions.ts";
import { serviceDatabase } from "../../../../src/service/store/openStore.ts";
import { openTemporaryDatabase } from "../../../../src/sqlite/openDatabase.ts";

const openTables = (): DatabaseSync => openTemporaryDatabase(serviceDatabase).database;

const open = (keys: string[], options: ServiceOptions = {}, database: DatabaseSync = openTables()) =>
  createAccounts(database, keys, completeOptions(options));

test("a key is found behind Bearer in any case, and nothing else is", () => {
  const accounts = open(["first", "second"]);
  expect(accounts.authenticate("Bearer first")).toBe("account-1");
  expect(accounts.authenticate("bearer  second ")).toBe("account-2");
  for (const header of [null, "", "first", "Bearer", "Bearer third", "Bearer first second", "Basic first"]) {
    expect(accounts.authenticate(header)).toBeUndefined();
  }
});

test("without keys a random one is made once and remembered", () => {
  const database = openTables();
  const [key] = open([], {}, database).keys;
  expect(key).toMatch(/^demo-.{32}$/);
  expect(open([], {}, database).keys).toEqual([key]);
});

test("the limit lets a minute's requests through, and tells the seconds until the next minute", () => {
  let now = 1_000_000;
  const accounts = open(["k"], { rate: 2, clock: { now: () => now } });
  accounts.countRequest("account-1");
  now += 20_000;
  accounts.countRequest("account-1");
  expect(() => accounts.countRequest("account-1")).toThrow(
    expect.objectContaining({ code: "rate_limit_exceeded", headers: { "retry-after": "40" } }),
  );
  now += 40_000;
  accounts.countRequest("account-1");
  expect(accounts.requests("account-1")).toEqual({ minute: 1, day: 3 });
});

test("a balance that is used up stays so after a start, until it is refilled", () => {
  const database = openTables();
  open(["k"], { balance: 5 }, database);
  database.exec("UPDATE accounts SET balance = -1");
  const accounts = open(["k"], { balance: 7, bonus: 2, referral: 1 }, database);
  expect(accounts.balance("account-1")).toEqual({ balance: -1, bonus: 0, referral: 0 });
  expect(() => accounts.requirePositiveBalance("account-1")).toThrow(expect.objectContaining({ code: "insufficient_quota" }));
  accounts.refill();
  expect(accounts.balance("account-1")).toEqual({ balance: 7_000_000, bonus: 2_000_000, referral: 1_000_000 });
  accounts.requirePositiveBalance("account-1");
});

test("a bonus is enough where the balance is used up", () => {
  const database = openTables();
  const accounts = open(["k"], { balance: 0, bonus: 1 }, database);
  accounts.requirePositiveBalance("account-1");
  database.exec("UPDATE accounts SET balance = -1000000");
  expect(() => accounts.requirePositiveBalance("account-1")).toThrow(expect.objectContaining({ code: "insufficient_quota" }));
});
