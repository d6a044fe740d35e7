/** Accounts of the keys with which the service is started. */
import { createHmac, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { transact } from "../../../sqlite/transact.ts";
import { type Accounts, type Caller, dayOf, millionths, rateLimitExceeded, readBearerKey } from "../../account/accounts.ts";
import type { ServiceSettings } from "../../settings/settings.ts";
import type { OpenedStore } from "../openedStore.ts";
import { readDay } from "../readRow.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

interface Window {
  start: number;
  count: number;
}

/**
 * Each key belongs to an account identified by its position, so that a replaced key keeps account and tasks. No key is in the database.
 * A used-up balance stays so until it is refilled.
 */
export function createSqliteAccounts(
  database: DatabaseSync,
  keys: readonly [string, ...string[]],
  settings: ServiceSettings,
): Pick<OpenedStore, "accounts" | "keys"> {
  const { clock, rate } = settings;
  const starting = [settings.balance, settings.bonus, settings.referral].map((amount) => Math.round(amount * millionths));
  // A look-up compares a key only with one of the same seeded hash, so its time reveals nothing about similar keys.
  const callerOfKey = new Map<string, Caller>();
  const insert = database.prepare("INSERT INTO accounts (id, balance, bonus, referral) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING");
  for (const [index, key] of keys.entries()) {
    const account = `account-${index + 1}`;
    insert.run(account, ...starting);
    callerOfKey.set(key, { account, name: account });
  }
  const selectBalance = database.prepare("SELECT balance, bonus, referral FROM accounts WHERE id = ?");
  const selectDays = database.prepare("SELECT day, tasks, cost, balance FROM days WHERE account = ? AND day >= ? ORDER BY day");
  const refillDays = database.prepare(
    `INSERT INTO days SELECT id, ?, 0, 0, balance + bonus + referral FROM accounts WHERE true
      ON CONFLICT DO UPDATE SET balance = excluded.balance`,
  );
  /** Secrets change with each process. */
  const seed = randomBytes(32);
  const minutes = new Map<string, Window>();
  const days = new Map<string, Window>();

  const current = (windows: Map<string, Window>, account: string, length: number): Window => {
    const now = clock.now();
    const window = windows.get(account);
    // The clock may have been ahead, and was set back.
    if (window && now >= window.start && now - window.start < length) return window;
    const next = { start: now, count: 0 };
    windows.set(account, next);
    return next;
  };

  const accounts: Accounts = {
    authenticate(authorization) {
      const key = readBearerKey(authorization);
      return key === undefined ? undefined : callerOfKey.get(key);
    },
    // Checks and counts without awaiting, so that concurrent requests cannot exceed the limit together.
    countRequest({ account }) {
      const perMinute = current(minutes, account, minute);
      if (rate > 0 && perMinute.count >= rate) {
        return Promise.reject(rateLimitExceeded(Math.ceil((perMinute.start + minute - clock.now()) / 1000)));
      }
      perMinute.count += 1;
      current(days, account, day).count += 1;
      return undefined;
    },
    async requests(account) {
      return { minute: current(minutes, account, minute).count, day: current(days, account, day).count };
    },
    async balance(account) {
      const row = selectBalance.get(account);
      return { balance: Number(row?.balance ?? 0), bonus: Number(row?.bonus ?? 0), referral: Number(row?.referral ?? 0) };
    },
    permissions: async () => ({}),
    async find(account) {
      const [key, caller] = [...callerOfKey].find(([, owner]) => owner.account === account) ?? [];
      if (key === undefined || caller === undefined) return undefined;
      return { caller, secret: createHmac("sha256", seed).update(key).digest() };
    },
    async usage(account, since) {
      return selectDays.all(account, since).map(readDay);
    },
    async refill() {
      transact(database, () => {
        database.prepare("UPDATE accounts SET balance = ?, bonus = ?, referral = ?").run(...starting);
        refillDays.run(dayOf(clock.now()));
      });
    },
  };
  return { accounts, keys };
}
