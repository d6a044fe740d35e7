/** Accounts whose balances and request counts are shared by all services on one database. */
import { createHmac, hash } from "node:crypto";
import type { Row } from "../../../sqlite/database.ts";
import { type Accounts, type Caller, dayOf, millionths, rateLimitExceeded, readBearerKey } from "../../account/accounts.ts";
import type { ServiceSettings } from "../../settings/settings.ts";
import { integer, readDay, text } from "../readRow.ts";
import { keepBalances } from "./keepBalances.ts";
import { keysLock, lockClass, type PostgresDatabase } from "./openPostgres.ts";

const second = 1000;
const minute = 60_000;
const day = 24 * 60 * minute;

/** Whether a window has passed, or begins in the future: a service with a wrong clock began it. The clocks of services differ a little. */
const isOver = (start: string, length: number) => `($2 - ${start} >= ${length} OR ${start} - $2 > ${second})`;
const [minuteIsOver, dayIsOver] = [isOver("counted.minute_start", minute), isOver("counted.day_start", day)];
/** $1 account, $2 now, $3 limit per minute; 0 is no limit. Changes nothing if the limit is reached. */
const countRequest = {
  name: "countRequest",
  text: `INSERT INTO requests AS counted VALUES ($1, $2, 1, $2, 1) ON CONFLICT (account) DO UPDATE SET
      minute_start = CASE WHEN ${minuteIsOver} THEN $2 ELSE counted.minute_start END,
      minute_count = CASE WHEN ${minuteIsOver} THEN 1 ELSE counted.minute_count + 1 END,
      day_start = CASE WHEN ${dayIsOver} THEN $2 ELSE counted.day_start END,
      day_count = CASE WHEN ${dayIsOver} THEN 1 ELSE counted.day_count + 1 END
    WHERE $3::double precision = 0 OR ${minuteIsOver} OR counted.minute_count < $3::double precision`,
};
const upsertAccount = `INSERT INTO accounts (id, name, key_hash, balance, bonus, referral, created_at) VALUES ($1, $1, $2, $3, $4, $5, $6)
  ON CONFLICT (id) DO UPDATE SET key_hash = excluded.key_hash`;
/** Accounts by position whose keys were not given this time lose them; $1 the given ones. */
const clearKeys = `UPDATE accounts SET key_hash = NULL WHERE id ~ '^account-[0-9]{1,4}$' AND key_hash IS NOT NULL
  AND NOT EXISTS (SELECT FROM unnest($1::bytea[]) WITH ORDINALITY AS given (hash, position) WHERE hash = key_hash AND id = 'account-' || position)`;
const selectRequests = {
  name: "selectRequests",
  text: "SELECT minute_start, minute_count, day_start, day_count FROM requests WHERE account = $1",
};
const selectAccount = { name: "selectAccount", text: "SELECT id, name, rate, models, superset FROM accounts WHERE key_hash = $1" };
/** The secret also depends on the database's id, which no key's hash contains, so that a session cannot be used to test keys. */
const selectHolder = {
  name: "selectHolder",
  text: `SELECT id, name, rate, models, superset, key_hash, (SELECT id::text FROM database) AS seed FROM accounts WHERE id = $1 AND key_hash IS NOT NULL`,
};
const selectDays = {
  name: "selectDays",
  text: `SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(tasks)::bigint AS tasks, sum(cost)::bigint AS cost, max(balance) AS balance
    FROM (SELECT day, tasks, cost, NULL::bigint AS balance FROM usage WHERE account = $1 AND day >= $2::date
      UNION ALL SELECT day, 0, 0, balance FROM balances WHERE account = $1 AND day >= $2::date) AS parts
    GROUP BY parts.day ORDER BY parts.day`,
};
const setBalances = keepBalances("UPDATE accounts SET balance = $1, bonus = $2, referral = $3", "$4");
const selectModels = { name: "selectModels", text: "SELECT models FROM accounts WHERE id = $1" };
const selectBalance = { name: "selectBalance", text: "SELECT balance, bonus, referral FROM accounts WHERE id = $1" };

/**
 * The position of a key in `keys` identifies its account, so that a replaced key keeps account and tasks. A key of an earlier start that is
 * not given is refused from then on, unless none is given. Only hashes are stored.
 */
export async function createPostgresAccounts(
  database: PostgresDatabase,
  keys: readonly string[],
  settings: ServiceSettings,
): Promise<Accounts> {
  const { rows, changes, transact } = database;
  const { clock } = settings;
  const starting = [settings.balance, settings.bonus, settings.referral].map((amount) => Math.round(amount * millionths));
  if (keys.length > 0) {
    await transact(async (step) => {
      await step.rows("SELECT pg_advisory_xact_lock($1, $2)", [lockClass, keysLock]);
      // First all of them, because a key may have another position than before.
      await step.changes(clearKeys, [keys.map(hashOf)]);
      for (const [index, key] of keys.entries()) {
        await step.changes(upsertAccount, [`account-${index + 1}`, hashOf(key), ...starting, clock.now()]);
      }
    });
  }

  return {
    async authenticate(authorization) {
      const key = readBearerKey(authorization);
      if (key === undefined) return undefined;
      const [row] = await rows(selectAccount, [hashOf(key)]);
      return row && readCaller(row);
    },
    async countRequest({ account, rate = settings.rate }) {
      const now = clock.now();
      if ((await changes(countRequest, [account, now, rate])) === 1) return;
      const [row] = await rows(selectRequests, [account]);
      const start = row ? integer(row, "minute_start") : now;
      throw rateLimitExceeded(Math.max(1, Math.ceil((start + minute - now) / 1000)));
    },
    async requests(account) {
      const [row] = await rows(selectRequests, [account]);
      if (!row) return { minute: 0, day: 0 };
      const now = clock.now();
      const current = (start: string, length: number, count: string) => {
        const age = now - integer(row, start);
        return age >= length || -age > second ? 0 : integer(row, count);
      };
      return { minute: current("minute_start", minute, "minute_count"), day: current("day_start", day, "day_count") };
    },
    async balance(account) {
      const [row] = await rows(selectBalance, [account]);
      return {
        balance: row ? integer(row, "balance") : 0,
        bonus: row ? integer(row, "bonus") : 0,
        referral: row ? integer(row, "referral") : 0,
      };
    },
    async permissions(account) {
      const [row] = await rows(selectModels, [account]);
      return row ? readModels(row) : { models: [] };
    },
    async find(account) {
      const [row] = await rows(selectHolder, [account]);
      if (!(row?.key_hash instanceof Uint8Array)) return undefined;
      const secret = createHmac("sha256", text(row, "seed")).update(row.key_hash).digest();
      return { caller: readCaller(row), secret };
    },
    async usage(account, since) {
      return (await rows(selectDays, [account, since])).map(readDay);
    },
    async refill() {
      await changes(setBalances, [...starting, dayOf(clock.now())]);
    },
  };
}

function readCaller(row: Row): Caller {
  return {
    account: text(row, "id"),
    name: text(row, "name"),
    ...(row.rate === null ? {} : { rate: integer(row, "rate") }),
    ...(typeof row.superset === "boolean" ? { superset: row.superset } : {}),
    ...readModels(row),
  };
}

function readModels({ models }: Row): Pick<Caller, "models"> {
  return Array.isArray(models) ? { models: models.map(String) } : {};
}

/** What the database stores of a key. */
export function hashOf(key: string): Buffer {
  return hash("sha256", key, "buffer");
}
