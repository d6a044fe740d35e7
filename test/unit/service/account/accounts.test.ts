/** Keys, limits and a real database in; who is let in, how often and with what balance, out. */
import type { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createAccounts } from "../../../../src/service/account/accounts.ts";
import { completeOptions, type ServiceOptions } from "../../../../src/service/serviceOptions.ts";
import { openDatabase } from "../../../../src/service/store/openDatabase.ts";

const open = (keys: string[], options: ServiceOptions = {}, database: DatabaseSync = openDatabase(undefined)) =>
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
  const database = openDatabase(undefined);
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

test("an account without a positive balance is filled again at the next start, and another one is left alone", () => {
  const database = openDatabase(undefined);
  open(["k"], { balance: 5 }, database);
  database.exec("UPDATE accounts SET balance = -1");
  expect(open(["k"], { balance: 7 }, database).balance("account-1")).toBe(7_000_000);
  expect(open(["k"], { balance: 9 }, database).balance("account-1")).toBe(7_000_000);
});
