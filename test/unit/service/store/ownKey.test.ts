/** A service's own key is kept for the next start, but not in its database. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, test } from "vitest";
import { completeOptions } from "../../../../src/service/serviceOptions.ts";
import { openStore } from "../../../../src/service/store/openStore.ts";

let data: string;
beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), "generation-studio-key-"));
  return () => rmSync(data, { recursive: true, force: true });
});

const open = (keys: readonly string[] = []) =>
  openStore({ data, files: undefined, keys: [...keys], settings: completeOptions({}), log: undefined });

/** The files below the folder that contain the text. */
const filesWith = (text: string) =>
  readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(path.join(entry.parentPath, entry.name)).includes(text))
    .map(({ name }) => name);

test("it is in a file that only the user can read", async () => {
  const first = await open();
  const [key = ""] = first.keys;
  expect(filesWith(key)).toEqual(["service.key"]);
  await first.close();
  expect(filesWith(key)).toEqual(["service.key"]);
  if (process.platform !== "win32") expect(statSync(path.join(data, "service.key")).mode & 0o777).toBe(0o600);
  const second = await open();
  expect(second.keys).toEqual([key]);
  await second.close();
});

test("a given key is in no file", async () => {
  const store = await open(["sk-given-key-of-the-user"]);
  await store.close();
  expect(filesWith("sk-given-key-of-the-user")).toEqual([]);
});

test("the key that an earlier version stored in the database stays valid, and is removed from it", async () => {
  await (await open(["x"])).close();
  const [name = ""] = readdirSync(data).filter((one) => /\.(?:sqlite|db)$/.test(one));
  const database = new DatabaseSync(path.join(data, name));
  database.exec("UPDATE accounts SET key = 'demo-stored-by-an-earlier-version'");
  database.close();
  expect(filesWith("demo-stored-by-an-earlier-version")).toEqual([name]);
  const store = await open();
  expect(store.keys).toEqual(["demo-stored-by-an-earlier-version"]);
  expect(await store.accounts.authenticate("Bearer demo-stored-by-an-earlier-version")).toMatchObject({ account: "account-1" });
  await store.close();
  expect(filesWith("demo-stored-by-an-earlier-version")).toEqual(["service.key"]);
});
