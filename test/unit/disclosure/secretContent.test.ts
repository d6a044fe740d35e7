/** Private keys and tokens in the forms that their issuers document, each made of random characters here. */
import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { findSecret } from "../../../src/disclosure/secretContent.ts";

const random = "q7Zk2mXw9RtB4vNc8LsJ5hPy3GdF6aKe1UoTi0WxYbQzMnVrCgHjEpDf";
const letters = (count: number) => random.repeat(3).slice(0, count);
const hex = (count: number) => "3f9ac04e71b8d25690ae4c17".repeat(4).slice(0, count);
const capitals = (count: number) => "Q7ZK2MXW5RTB4VNC6LSJ3HPY".repeat(2).slice(0, count);

/** Written in two parts, so that scanners of repositories do not report this file. */
const tokens: readonly (readonly [string, string, string])[] = [
  ["AWS", "AKIA", capitals(16)],
  ["Anthropic", "sk-ant-", `api03-${letters(93)}`],
  ["Atlassian", "ATATT3", letters(90)],
  ["Azure", "AccountKey", `=${letters(86)}==`],
  ["DigitalOcean", "dop_v1_", hex(64)],
  ["Docker", "dckr_pat_", letters(27)],
  ["GitHub", "ghp_", letters(36)],
  ["GitHub", "gho_", letters(36)],
  ["GitHub", "github_pat_", `${letters(22)}_${letters(59)}`],
  ["GitLab", "glpat-", letters(20)],
  ["Google", "AIza", letters(35)],
  ["Google", "GOCSPX-", letters(28)],
  ["Groq", "gsk_", letters(52)],
  ["HashiCorp", "hvs.", letters(90)],
  ["Hugging Face", "hf_", letters(34)],
  ["Linear", "lin_api_", letters(40)],
  ["Notion", "ntn_", letters(46)],
  ["npm", "npm_", letters(36)],
  ["NVIDIA", "nvapi-", letters(64)],
  ["OpenAI", "sk-proj-", letters(48)],
  ["OpenAI", "sk-", `${letters(20)}T3BlbkFJ${letters(20)}`],
  ["OpenRouter", "sk-or-", `v1-${hex(64)}`],
  ["PyPI", "pypi-", `AgEIcHlwaS5vcmc${letters(60)}`],
  ["Replicate", "r8_", letters(37)],
  ["SendGrid", "SG.", `${letters(22)}.${letters(43)}`],
  ["Shopify", "shpat_", hex(32)],
  ["Slack", "xoxb-", `123456789012-${letters(24)}`],
  ["Stripe", "sk_live_", letters(24)],
  ["Telegram", "110201543", `:AA${letters(33)}`],
  ["Twilio", "SK", hex(32)],
];

test.each(tokens)("a token of %s is recognized in a text: %s…", (of, start, rest) => {
  for (const text of [`${start}${rest}`, `KEY=${start}${rest}\n`, `{"key":"${start}${rest}"}`, `# Notes\n\nUse \`${start}${rest}\`.\n`]) {
    expect(findSecret(text)).toEqual({ type: "token", of });
    expect(findSecret(Buffer.from(`\ufeff${text}`, "utf16le"))).toEqual({ type: "token", of });
  }
});

test("a JSON Web Token and a URL with a password are recognized", () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  expect(findSecret(`${part({ alg: "HS256" })}.${part({ sub: "ada", admin: 1 })}.${letters(43)}`)).toEqual({ type: "webToken" });
  expect(findSecret("DATABASE_URL=postgres://app:n7Rk2-vXq9@db.internal:5432/shop")).toEqual({ type: "urlPassword" });
});

const { privateKey: rsa, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const { privateKey: ec } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const { privateKey: ed } = generateKeyPairSync("ed25519");

test.each([
  ["PKCS #1 in PEM", rsa.export({ type: "pkcs1", format: "pem" })],
  ["PKCS #8 in PEM", rsa.export({ type: "pkcs8", format: "pem" })],
  ["an encrypted PKCS #8 in PEM", rsa.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" })],
  ["SEC 1 in PEM", ec.export({ type: "sec1", format: "pem" })],
  ["PKCS #1 in DER", rsa.export({ type: "pkcs1", format: "der" })],
  ["PKCS #8 of RSA in DER", rsa.export({ type: "pkcs8", format: "der" })],
  ["PKCS #8 of an elliptic curve in DER", ec.export({ type: "pkcs8", format: "der" })],
  ["PKCS #8 of Ed25519 in DER", ed.export({ type: "pkcs8", format: "der" })],
  ["SEC 1 in DER", ec.export({ type: "sec1", format: "der" })],
  ["a JSON Web Key of RSA", JSON.stringify(rsa.export({ format: "jwk" }))],
  ["a JSON Web Key of an elliptic curve", JSON.stringify(ec.export({ format: "jwk" }), undefined, 2)],
  ["OpenSSH", `-----BEGIN OPENSSH ${"PRIVATE"} KEY-----\n`],
  ["OpenPGP", `-----BEGIN PGP ${"PRIVATE"} KEY BLOCK-----\n`],
  ["PuTTY", "PuTTY-User-Key-File-3: ssh-ed25519\n"],
])("a private key is recognized: %s", (_, key) => {
  expect(findSecret(key)).toEqual({ type: "privateKey" });
  if (typeof key === "string") expect(findSecret(Buffer.from(`# Notes\n${key}`))).toEqual({ type: "privateKey" });
});

test.each([
  ["a public key in PEM", publicKey.export({ type: "spki", format: "pem" })],
  ["a public key in DER", publicKey.export({ type: "pkcs1", format: "der" })],
  ["a public JSON Web Key", JSON.stringify(publicKey.export({ format: "jwk" }))],
  ["a certificate's header", "-----BEGIN CERTIFICATE-----\n"],
  ["the example of AWS's documentation", "AKIAIOSFODNN7EXAMPLE"],
  ["a placeholder", `ghp_${"x".repeat(36)} sk-proj-your-key-goes-here-1234 hf_${"a".repeat(34)}`],
  ["a database for development", "postgres://postgres:postgres1@localhost:5432/app postgres://user:password1@db/app"],
  ["a variable", ["https://ci:", "{TOKEN}@git.internal/repo.git"].join("$")],
  ["a git hash and an integrity", `${hex(40)} sha512-${letters(86)}==`],
  ["prose", "The key- and token-based design of sk-learn's mask-rcnn is risk-free.\n"],
  ["an empty file", ""],
])("%s is no secret", (_, text) => {
  expect(findSecret(text)).toBeUndefined();
});
