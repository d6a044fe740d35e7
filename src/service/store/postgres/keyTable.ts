/** Accounts, their keys and their usage, for the operator of a team's service. */
import { randomBytes } from "node:crypto";
import { millionths } from "../../account/accounts.ts";
import { integer, text } from "../readRow.ts";
import { databaseDay, databaseNow } from "./databaseClock.ts";
import { keepBalances } from "./keepBalances.ts";
import { keysLock, lockClass, type PostgresDatabase } from "./openPostgres.ts";
import { hashOf } from "./postgresAccounts.ts";

export interface NewAccount {
  name: string;
  /** In the account's unit. */
  balance: number;
  rate: number | undefined;
  models: readonly string[] | undefined;
  /** Default: as the service's. */
  superset?: boolean | undefined;
}

export interface KeyAccount {
  name: string;
  /** Balance, bonus and referral together, in the account's unit. */
  balance: number;
  rate: number | undefined;
  models: readonly string[] | undefined;
  superset: boolean | undefined;
  /** Unix milliseconds. */
  createdAt: number;
  isRevoked: boolean;
}

/** What usage can be grouped by. */
export const usageGroups = ["key", "model", "day"] as const;
export type UsageGroup = (typeof usageGroups)[number];

export interface UsageRow {
  /** One value for each group, in their order. */
  groups: readonly string[];
  tasks: number;
  inputTokens: number;
  outputTokens: number;
  /** In the account's unit. */
  cost: number;
}

const insertAccount = keepBalances(
  `INSERT INTO accounts (id, name, key_hash, balance, rate, models, superset, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, ${databaseNow})`,
  databaseDay,
);
const addToBalance = keepBalances("UPDATE accounts SET balance = balance + $2 WHERE name = $1", databaseDay);
const expressions: Record<UsageGroup, string> = { key: "accounts.name", model: "usage.model", day: "to_char(usage.day, 'YYYY-MM-DD')" };

function newKey(): string {
  return `gs-${randomBytes(24).toString("base64url")}`;
}

/** Returns the key, which cannot be read again. Throws a TypeError if the name is taken. */
export async function createAccount(database: PostgresDatabase, account: NewAccount): Promise<string> {
  const { name, balance, rate, models, superset } = account;
  if (/^account-\d{1,4}$/i.test(name)) throw new TypeError(`${name} is the name of a key that is given to the service with --key.`);
  const key = newKey();
  const values = [
    `account-${randomBytes(8).toString("hex")}`,
    name,
    hashOf(key),
    toUnits(balance),
    rate ?? null,
    models ?? null,
    superset ?? null,
  ];
  await database.transact(async (step) => {
    // The database only keeps names apart that are equal: of two commands at the same time, one waits for the other.
    await step.rows("SELECT pg_advisory_xact_lock($1, $2)", [lockClass, keysLock]);
    const taken = await findName(step, name);
    if (taken !== undefined) throw new TypeError(`There is an account ${taken} already.`);
    await step.changes(insertAccount, values);
  });
  return key;
}

/**
 * The account's name as it is stored: `ada` and `ADA` are one person. An older database may have both. Names are ASCII, which some languages
 * of a database fold otherwise: in Turkish, a small `I` is `ı`.
 */
async function findName({ rows }: Pick<PostgresDatabase, "rows">, name: string): Promise<string | undefined> {
  const isSame = 'lower(name COLLATE "C") = lower($1 COLLATE "C")';
  const [row] = await rows(`SELECT name FROM accounts WHERE ${isSame} ORDER BY name = $1 DESC LIMIT 1`, [name]);
  return row && text(row, "name");
}

async function requireAccount(database: PostgresDatabase, name: string): Promise<string> {
  const found = await findName(database, name);
  if (found === undefined) throw unknownAccount(name);
  return found;
}

export async function listAccounts({ rows }: PostgresDatabase): Promise<KeyAccount[]> {
  const found = await rows(
    "SELECT name, balance + bonus + referral AS balance, rate, models, superset, created_at, key_hash IS NULL AS revoked FROM accounts ORDER BY name",
  );
  return found.map((row) => ({
    name: text(row, "name"),
    balance: integer(row, "balance") / millionths,
    rate: row.rate === null ? undefined : integer(row, "rate"),
    models: Array.isArray(row.models) ? row.models.map(String) : undefined,
    superset: typeof row.superset === "boolean" ? row.superset : undefined,
    createdAt: integer(row, "created_at"),
    isRevoked: row.revoked === true,
  }));
}

/** `amount` in the account's unit. Returns the new balance. */
export async function topUp(database: PostgresDatabase, name: string, amount: number): Promise<number> {
  const [row] = await database.rows(addToBalance, [await requireAccount(database, name), toUnits(amount)]);
  if (!row) throw unknownAccount(name);
  return integer(row, "balance") / millionths;
}

/** The key is refused from then on. The account, its tasks and its usage are kept. */
export async function revokeKey(database: PostgresDatabase, name: string): Promise<void> {
  await database.changes("UPDATE accounts SET key_hash = NULL WHERE name = $1", [await requireAccount(database, name)]);
}

/** Replaces the key by a new one. The old one is refused from then on. */
export async function rotateKey(database: PostgresDatabase, name: string): Promise<string> {
  const key = newKey();
  await database.changes("UPDATE accounts SET key_hash = $2 WHERE name = $1", [await requireAccount(database, name), hashOf(key)]);
  return key;
}

/** `superset` undefined: as the service's. Services notice it with the next request. */
export async function setSuperset(database: PostgresDatabase, name: string, superset: boolean | undefined): Promise<void> {
  await database.changes("UPDATE accounts SET superset = $2 WHERE name = $1", [await requireAccount(database, name), superset ?? null]);
}

/** `since`: the first day, as `YYYY-MM-DD` in UTC. */
export async function readUsage({ rows }: PostgresDatabase, by: readonly UsageGroup[], since: string | undefined): Promise<UsageRow[]> {
  const columns = by.map((group) => expressions[group]);
  const found = await rows(
    `SELECT ARRAY[${columns.join(", ")}]::text[] AS groups, sum(tasks)::bigint AS tasks, sum(input_tokens)::bigint AS input,
       sum(output_tokens)::bigint AS output, sum(cost)::bigint AS cost
     FROM usage JOIN accounts ON accounts.id = usage.account WHERE $1::date IS NULL OR usage.day >= $1::date
     GROUP BY ${columns.join(", ")} ORDER BY ${columns.join(", ")}`,
    [since ?? null],
  );
  return found.map((row) => ({
    groups: Array.isArray(row.groups) ? row.groups.map(String) : [],
    tasks: integer(row, "tasks"),
    inputTokens: integer(row, "input"),
    outputTokens: integer(row, "output"),
    cost: integer(row, "cost") / millionths,
  }));
}

function toUnits(amount: number): number {
  return Math.round(amount * millionths);
}

function unknownAccount(name: string): TypeError {
  return new TypeError(`There is no account ${name}.`);
}
