/** What an agent may have sent: the same names and contents are secret as for the chat, also in prompt documents. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { compileDocument, readAgentDocument } from "../../../../src/mcp/documents.ts";
import { ToolError } from "../../../../src/mcp/toolError.ts";
import { readAgentFiles } from "../../../../src/mcp/tools/readFiles.ts";

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "generation-studio-agent-")));
  return () => rm(folder, { recursive: true, force: true });
});

async function write(name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

const send = (name: string) =>
  readAgentFiles([folder], [name], "").then(
    () => "sent",
    (error: unknown) => (error instanceof ToolError ? error.message : String(error)),
  );

test.each([
  ".env",
  "prod.env",
  "api/.env.local",
  "certs/server.pem",
  "id_ed25519",
  "credentials.json",
  "service-account.json",
  "client_secret_12.apps.json",
  "kubeconfig.yaml",
  "terraform.tfvars",
  "terraform.tfstate",
  "db_password",
  "config/secrets.yaml",
  "api-keys.json",
  "tokens.json",
  "deploy_key",
  "android/key.properties",
  "appsettings.Production.json",
  "wg0.conf",
  "vault_pass.txt",
])("%s is not sent, by its name and through a link", async (name) => {
  await write(name, "x");
  expect(await send(name)).toMatch(/^"[^"]+" is not sent: /);
  await symlink(path.join(folder, name), path.join(folder, "plain.md"));
  expect(await send("plain.md")).toMatch(/^"plain\.md" is not sent: /);
});

test("a private key is not sent, whatever its file's name is, and an ordinary file is", async () => {
  await write("notes.md", `-----BEGIN ${"PRIVATE"} KEY-----\n`);
  expect(await send("notes.md")).toBe('"notes.md" is not sent: it contains a private key.');
  await write("plain.md", "x");
  expect(await send("plain.md")).toBe("sent");
});

test.each([
  ["a file in the prompt", "model: m", "{{file:.env}}"],
  ["a file to send", "model: m\nfiles: [.env]", "x"],
  ["a link", "model: m\nfiles: [plain.md]", "x"],
  ["a mask", "kind: image\nmodel: m\nmask: .env", "x"],
  ["a mask with its name in v2", "kind: image\ninterface: v2\nmodel: m\nimage_mask: plain.md", "x"],
  ["the last frame of a video", "kind: video\nmodel: m\nlast_frame: .env", "x"],
  ["its name in v2", "kind: video\ninterface: v2\nmodel: m\nvideo_last_frame: key.txt", "x"],
  ["a last frame whose name is a variable", 'kind: video\nmodel: m\nlast_frame: "{{which}}"\nvars: { which: .env }', "x"],
  ["a last frame of this machine", "kind: video\nmodel: m\nlast_frame: 'http://127.0.0.1:8080/x'", "x"],
  ["a file whose name is a variable", 'model: m\nfiles: ["{{which}}"]\nvars: { which: .env }', "x"],
  ["a private key", "model: m\nfiles: [key.txt]", "x"],
  ["sets of variables", "model: m\nbatch: credentials.csv", "{{a}}"],
  ["an address of this machine", "model: m\nfiles: ['http://127.0.0.1:8080/x']", "x"],
  ["its address in IPv6", "model: m\nfiles: ['http://[::ffff:7f00:1]/x']", "x"],
  ["its address as a number", "model: m\nfiles: ['http://0x7f.1/x']", "x"],
  ["its name", "model: m\nfiles: ['http://localhost./x']", "x"],
  ["an address of its network", "model: m\nfiles: ['https://192.168.0.1/x']", "x"],
  ["an address of the cloud's metadata", "model: m\nfiles: ['http://169.254.169.254/latest']", "x"],
])("a prompt document does not read what is private: %s", async (_, front, words) => {
  await write(".env", "PASSWORD=hunter2");
  await write("key.txt", `-----BEGIN ${"PRIVATE"} KEY-----\n`);
  await write("credentials.csv", "a\nhunter2\n");
  await symlink(".env", path.join(folder, "plain.md"));
  const found = { folder, file: await write("a.gen.md", `---\n${front}\n---\n${words}\n`) };
  await expect(compileDocument(found, await readAgentDocument(found), [folder], {})).rejects.toThrow(/names what is not sent/);
});

test("a prompt document is not a link to something private", async () => {
  await write("key.txt", `-----BEGIN ${"PRIVATE"} KEY-----\n`);
  await symlink("key.txt", path.join(folder, "a.gen.md"));
  await expect(readAgentDocument({ folder, file: path.join(folder, "a.gen.md") })).rejects.toThrow("contains a private key");
});
