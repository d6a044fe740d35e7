/** `service usage`: shows what the accounts of a team's service used, by key, model and day. */

import { parseArgs } from "node:util";
import { addUnit, unitIn } from "../../contract/writeAmount.ts";
import { readUsage, type UsageGroup, usageGroups } from "../store/postgres/keyTable.ts";
import { openPostgres } from "../store/postgres/openPostgres.ts";
import { requireDatabaseAddress } from "./requireAddress.ts";
import { alignColumns } from "./writeTable.ts";

/** Returns the output. Throws a TypeError with a message for the user. */
export async function reportUsage(args: readonly string[]): Promise<string> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      database: { type: "string" },
      by: { type: "string" },
      since: { type: "string" },
      csv: { type: "boolean" },
    },
  });
  if (values.database === undefined) throw new TypeError("Usage is stored in a database: --database is missing.");
  requireDatabaseAddress(values.database);
  const by = readGroups(values.by ?? "key");
  const since = values.since === undefined ? undefined : readDay(values.since);
  const database = await openPostgres(values.database, undefined);
  try {
    const used = await readUsage(database, by, since);
    const write = (cost: number) => (values.csv ? String(cost) : addUnit(String(cost), unitIn(process.env)));
    const lines = used.map(({ groups, tasks, inputTokens, outputTokens, cost }) => [
      ...groups,
      ...[tasks, inputTokens, outputTokens].map(String),
      write(cost),
    ]);
    const table = [[...by, "tasks", "input tokens", "output tokens", "cost"], ...lines];
    return values.csv ? table.map((line) => `${line.map(quote).join(",")}\n`).join("") : alignColumns(table);
  } finally {
    await database.close();
  }
}

function readGroups(list: string): UsageGroup[] {
  return list.split(",").map((entry) => {
    const group = usageGroups.find((known) => known === entry.trim());
    if (group === undefined) throw new TypeError(`--by takes ${usageGroups.join(", ")}, not "${entry}".`);
    return group;
  });
}

function readDay(day: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(day).toJSON()?.startsWith(day)) return day;
  throw new TypeError("--since takes a day, as YYYY-MM-DD.");
}

/** Source: RFC 4180. */
function quote(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
