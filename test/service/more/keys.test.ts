/** `service keys` and `service usage` as processes, on a real database. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { manageKeys } from "../../../src/service/commands/manageKeys.ts";
import { reportUsage } from "../../../src/service/commands/reportUsage.ts";
import { type RunningService, startService } from "../../../src/service/startService.ts";
import { postgresStore } from "../../../src/service/store/postgres/openPostgresStore.ts";
import { mainProgram } from "../mainProgram.ts";
import { type PostgresServer, startPostgres } from "../postgresServer.ts";
import { callService, errorBody, type TestService } from "../testService.ts";

const execute = promisify(execFile);

let postgres: PostgresServer;
let database: string;
let running: RunningService;

beforeAll(async () => {
  postgres = await startPostgres();
  database = await postgres.createDatabase();
  running = await startService({ tokensPerSecond: 0 }, postgresStore(database));
}, 300_000);
afterAll(async () => {
  await running?.close();
  await postgres?.close();
});

/** Runs the command as the command line does. */
const run = ([command, ...rest]: readonly string[]) => {
  const values = [...rest, "--database", database];
  return command === "keys" ? manageKeys(values) : reportUsage(values);
};
const keyOf = (printed: string) => /^key: (gs-\S{32})\n$/.exec(printed)?.[1] ?? "";
const callAs = (key: string): TestService => callService(running.url, key, async () => undefined);
const ask = (service: TestService, model = "demo-text") => service.post("/api/v1/responses", { model, input: "Hello" });

test("a key is shown once, works until it is rotated or revoked, and is not stored in the database", async () => {
  const key = keyOf(await run(["keys", "create", "ada"]));
  expect((await ask(callAs(key))).status).toBe(200);
  expect(await run(["keys", "list"])).toMatch(
    /^NAME +BALANCE +RATE +MODELS +SUPERSET +CREATED +KEY\nada +9\d\.\d+ credits +default +all +default +\d{4}-\d\d-\d\d +valid\n$/,
  );
  await expect(run(["keys", "create", "ada"])).rejects.toThrow("There is an account ada already.");
  const next = keyOf(await run(["keys", "rotate", "ada"]));
  expect(next).not.toBe(key);
  expect((await ask(callAs(key))).status).toBe(401);
  expect((await ask(callAs(next))).status).toBe(200);
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const { rows } = await client.query("SELECT accounts::text AS stored FROM generation_service.accounts").finally(() => client.end());
  expect(rows).toEqual([{ stored: expect.stringContaining("ada") }]);
  expect(JSON.stringify(rows)).not.toContain(next);
  await run(["keys", "revoke", "ada"]);
  expect(await ask(callAs(next))).toMatchObject({ status: 401, body: errorBody("invalid_api_key", "authentication_error", null) });
  expect(await run(["keys", "list"])).toContain("revoked");
});

test("the case of a name makes no other account", async () => {
  const key = keyOf(await run(["keys", "create", "Grace"]));
  for (const name of ["Grace", "grace", "GRACE"]) {
    await expect(run(["keys", "create", name])).rejects.toThrow("There is an account Grace already.");
    expect(await run(["keys", "top-up", name, "1"])).toMatch(/^balance: /);
  }
  const created = await Promise.allSettled(["mary", "Mary", "MARY", "mAry"].map((name) => run(["keys", "create", name])));
  expect(created.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const next = keyOf(await run(["keys", "rotate", "gRACE"]));
  expect((await ask(callAs(key))).status).toBe(401);
  expect((await ask(callAs(next))).status).toBe(200);
  await run(["keys", "revoke", "grace"]);
  expect((await ask(callAs(next))).status).toBe(401);
});

test("an account has the balance, the rate and the models it was created with", async () => {
  const poor = callAs(keyOf(await run(["keys", "create", "poor", "--balance", "0"])));
  expect(await ask(poor)).toMatchObject({ status: 402, body: errorBody("insufficient_quota", "insufficient_quota", null) });
  expect(await run(["keys", "top-up", "poor", "2.5"])).toBe("balance: 2.5 credits\n");
  expect((await ask(poor)).status).toBe(200);

  const slow = callAs(keyOf(await run(["keys", "create", "slow", "--rate", "2"])));
  const answers = await Promise.all([1, 2, 3].map(() => slow.get("/api/v1/models")));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429]);

  const limited = callAs(keyOf(await run(["keys", "create", "limited", "--models", "demo-im*, other/*"])));
  expect((await limited.get("/api/v1/models")).body).toMatchObject({ data: [{ id: "demo-image" }, { id: "demo-image-pro" }] });
  expect((await limited.get("/api/v1/models/demo-text")).status).toBe(404);
  expect(await ask(limited)).toMatchObject({ status: 404, body: errorBody("model_not_found", "invalid_request_error", "model") });
  expect((await limited.make("images", { model: "demo-image", prompt: "x", size: "512" })).body.status).toBe("completed");
});

test("usage is added up by key, model and day", async () => {
  const caller = callAs(keyOf(await run(["keys", "create", "user"])));
  for (const count of [1, 2]) await ask(caller, "demo-text").then(({ status }) => expect([count, status]).toEqual([count, 200]));
  await caller.make("images", { model: "demo-image", prompt: "x", size: "512" });
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const lines = (await run(["usage", "--by", "key,model,day", "--since", yesterday, "--csv"])).split("\n");
  expect(lines[0]).toBe("key,model,day,tasks,input tokens,output tokens,cost");
  expect(lines).toContainEqual(expect.stringMatching(/^user,demo-text,\d{4}-\d\d-\d\d,2,\d+,\d+,[\d.]+$/));
  expect(lines).toContainEqual(expect.stringMatching(/^user,demo-image,\d{4}-\d\d-\d\d,1,/));
  expect(await run(["usage", "--since", "2999-01-01", "--csv"])).toBe("key,tasks,input tokens,output tokens,cost\n");
});

test.each([
  [["keys"], "keys takes create"],
  [["keys", "burn"], "not burn"],
  [["keys", "create"], "takes the name of an account"],
  // What would look like, or be folded to, the name of another account.
  ...["a b", "ada ", " ada", "ada\n", "stra\u00dfe", "\u0130da", "\u0131da", "\uff41da", "\u0430da", "ada\u200b", ""].map(
    (name): [string[], string] => [["keys", "create", name], "takes the name of an account"],
  ),
  [["keys", "create", "Account-1"], "the name of a key that is given to the service with --key"],
  [["keys", "create", "x", "--models", "a,,b"], "--models takes ids"],
  [["keys", "create", "x", "--rate", "1.5"], "--rate must be a whole number"],
  [["keys", "create", "x", "--balance", "1e300"], "--balance must be a number from 0 to 1000000000."],
  [["keys", "top-up", "nobody", "much"], "The amount of top-up must be a number"],
  [["keys", "top-up", "nobody", "3"], "There is no account nobody."],
  [["keys", "revoke", "nobody"], "There is no account nobody."],
  [["usage", "--by", "moon"], 'not "moon"'],
  [["usage", "--since", "2026-13-01"], "--since takes a day"],
])("%s is refused with a sentence", async (values, sentence) => {
  await expect(run(values)).rejects.toThrow(sentence);
});

test("the command line prints the results of these commands, and exits with 1 and a sentence on an error", async () => {
  const start = (...values: string[]) => execute(process.execPath, [mainProgram, "service", ...values, "--database", database]);
  const [{ stdout }, failed] = await Promise.all([
    start("keys", "create", "process"),
    start("usage", "--by", "moon").then(
      () => undefined,
      (error: unknown) => error,
    ),
  ]);
  expect(keyOf(stdout)).not.toBe("");
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^--by takes key, model, day, not "moon".\nTry --help.\n$/) });
});

test("of one service, the accounts that were named have the fields of standard clients", async () => {
  const key = keyOf(await run(["keys", "create", "codex", "--superset", "on"]));
  const other = keyOf(await run(["keys", "create", "plain"]));
  const input = [
    { role: "developer", content: "Be brief." },
    { role: "user", content: "Hello" },
  ];
  const develop = (service: TestService) => service.post("/api/v1/responses", { model: "demo-text", input });
  const capabilitiesOf = async (service: TestService) => (await service.get("/api/v1/models/demo-text")).body.capabilities;
  expect(await develop(callAs(key))).toMatchObject({ status: 200, body: { truncation: "disabled" } });
  expect(await develop(callAs(other))).toMatchObject({ status: 400, body: { error: { param: "input" } } });
  expect(await Promise.all([key, other].map((one) => capabilitiesOf(callAs(one))))).toEqual([expect.anything(), undefined]);
  expect(await run(["keys", "superset", "plain", "on"])).toBe("superset: on\n");
  expect((await develop(callAs(other))).status).toBe(200);
  await run(["keys", "superset", "plain", "default"]);
  expect((await develop(callAs(other))).status).toBe(400);
  expect(await run(["keys", "list"])).toMatch(/^codex .* on +\d/m);
  await expect(run(["keys", "superset", "plain", "maybe"])).rejects.toThrow("takes on, off or default");
});
