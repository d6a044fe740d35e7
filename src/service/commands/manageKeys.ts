/** `service keys`: creates, lists and changes the accounts of a team's service. */

import { parseArgs } from "node:util";
import { addUnit, unitIn } from "../../contract/writeAmount.ts";
import { createAccount, listAccounts, revokeKey, rotateKey, setSuperset, topUp } from "../store/postgres/keyTable.ts";
import type { PostgresDatabase } from "../store/postgres/openPostgres.ts";
import { openPostgres } from "../store/postgres/openPostgres.ts";
import { readAmountOption, readRate } from "./readOptions.ts";
import { requireDatabaseAddress } from "./requireAddress.ts";
import { alignColumns } from "./writeTable.ts";

/** Returns the output. Throws a TypeError with a message for the user. */
export async function manageKeys(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      database: { type: "string" },
      balance: { type: "string" },
      rate: { type: "string" },
      models: { type: "string" },
      superset: { type: "string" },
    },
  });
  if (values.database === undefined) throw new TypeError("Keys are managed in a database: --database is missing.");
  requireDatabaseAddress(values.database);
  const [command, name, amount, ...others] = positionals;
  if (others.length > 0) throw new TypeError(`Unexpected arguments: "${others.join(" ")}".`);
  const database = await openPostgres(values.database, undefined);
  try {
    const account = () => requireName(name, command);
    switch (command) {
      case "create": {
        const balance = readAmountOption("--balance", values.balance ?? "100");
        const rate = values.rate === undefined ? undefined : readRate(values.rate);
        const [models, superset] = [readList(values.models), readSuperset("--superset", values.superset ?? "default")];
        return `key: ${await createAccount(database, { name: account(), balance, rate, models, superset })}\n`;
      }
      case "list":
        return await writeAccounts(database);
      case "top-up": {
        if (amount === undefined) throw new TypeError("top-up takes a name and an amount.");
        return `balance: ${writeBalance(await topUp(database, account(), readAmountOption("The amount of top-up", amount)))}\n`;
      }
      case "superset":
        await setSuperset(database, account(), readSuperset("superset", amount));
        return `superset: ${amount}\n`;
      case "revoke":
        await revokeKey(database, account());
        return "The key is refused from now on.\n";
      case "rotate":
        return `key: ${await rotateKey(database, account())}\n`;
      default:
        throw new TypeError(
          `keys takes create, list, top-up, superset, revoke or rotate${command === undefined ? "" : `, not ${command}`}.`,
        );
    }
  } finally {
    await database.close();
  }
}

async function writeAccounts(database: PostgresDatabase): Promise<string> {
  const accounts = await listAccounts(database);
  const lines = accounts.map(({ name, balance, rate, models, superset, createdAt, isRevoked }) => [
    name,
    writeBalance(balance),
    rate === undefined ? "default" : String(rate),
    models?.join(",") ?? "all",
    superset === undefined ? "default" : superset ? "on" : "off",
    new Date(createdAt).toISOString().slice(0, 10),
    isRevoked ? "revoked" : "valid",
  ]);
  return alignColumns([["NAME", "BALANCE", "RATE", "MODELS", "SUPERSET", "CREATED", "KEY"], ...lines]);
}

function writeBalance(balance: number): string {
  return addUnit(String(balance), unitIn(process.env));
}

/** The name is used in tables and in CSV. */
function requireName(name: string | undefined, command: string | undefined): string {
  if (name !== undefined && /^[\w.@-]{1,100}$/.test(name)) return name;
  throw new TypeError(`${command} takes the name of an account: letters, digits, and . _ @ -`);
}

/** undefined: as the service's. */
function readSuperset(option: string, value: string | undefined): boolean | undefined {
  if (value === "on" || value === "off") return value === "on";
  if (value === "default") return undefined;
  throw new TypeError(`${option} takes on, off or default.`);
}

function readList(list: string | undefined): string[] | undefined {
  const entries = list?.split(",").map((entry) => entry.trim());
  if (entries?.some((entry) => entry === "")) throw new TypeError("--models takes ids separated by commas.");
  return entries;
}
