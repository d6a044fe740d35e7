/** Names of files that may contain secrets, and of ones that do not. */
import { expect, test } from "vitest";
import { holdsPrivateKey, isSecretFile } from "../../../../../../src/editor/chat/context/automatic/isSecretFile.ts";

test.each([
  ".env",
  "api/.env.local",
  ".env.production",
  "prod.env",
  ".envrc",
  ".npmrc",
  "web/.yarnrc.yml",
  ".pypirc",
  ".netrc",
  ".git-credentials",
  ".pgpass",
  "certs/server.pem",
  "server.KEY",
  "store.p12",
  "release.jks",
  "passwords.kdbx",
  "infra/prod.tfvars",
  "infra/terraform.tfstate",
  ".ssh/config",
  "home/.aws/credentials",
  ".kube/config",
  "deploy/secrets/database",
  "id_rsa",
  "keys/id_ed25519",
  "credentials.json",
  "config/secrets.yaml",
  "client_secret_12.apps.json",
  "service-account.json",
  "local.settings.json",
  ".vault_pass.txt",
])("%s may contain secrets", (path) => {
  expect(isSecretFile(path)).toBe(true);
});

test.each([
  ".env.example",
  "api/.env.sample",
  "src/environment.ts",
  "src/secrets.ts",
  "src/credentials.test.ts",
  "id_rsa.pub",
  "src/key.ts",
  "src/keyboard.ts",
  "docs/tokens.md",
  "package.json",
  "src/token/parse.ts",
  "certs/README.md",
])("%s does not look like a file of secrets", (path) => {
  expect(isSecretFile(path)).toBe(false);
});

test("a private key is recognized in any file", () => {
  for (const type of ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "])
    expect(holdsPrivateKey(`x\n-----BEGIN ${type}PRIVATE KEY-----\n`)).toBe(true);
  expect(holdsPrivateKey("-----BEGIN PGP PRIVATE KEY BLOCK-----")).toBe(true);
  expect(holdsPrivateKey("-----BEGIN CERTIFICATE-----\n-----BEGIN PUBLIC KEY-----")).toBe(false);
});
