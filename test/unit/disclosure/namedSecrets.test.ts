/** Secrets without a form of their own, recognized by the name to which they are assigned. */
import { expect, test } from "vitest";
import { findWithheld } from "../../../src/disclosure/judgeWords.ts";
import { findSecret } from "../../../src/disclosure/secretContent.ts";

const random = "q7Zk2mXw9RtB4vNc8LsJ5hPy3GdF6aKe1UoTi0WxYbQzMnVrCgHjEpDf";
const letters = (count: number) => random.repeat(3).slice(0, count);
const hex = (count: number) => "3f9ac04e71b8d25690ae4c17".repeat(4).slice(0, count);
const uuid = "3c1b2f6a-7c1d-4f0e-9a2b-5d80e1f7c634";

/** The variables that the providers' own programs read, and what their keys consist of. */
test.each([
  ["MISTRAL_API_KEY", letters(32)],
  ["CO_API_KEY", letters(40)],
  ["COHERE_API_KEY", letters(40)],
  ["DEEPGRAM_API_KEY", hex(40)],
  ["ASSEMBLYAI_API_KEY", hex(32)],
  ["TOGETHER_API_KEY", hex(64)],
  ["DEEPINFRA_API_KEY", letters(32)],
  ["SAMBANOVA_API_KEY", uuid],
  ["BFL_API_KEY", uuid],
  ["LUMAAI_API_KEY", `luma-${uuid}-${uuid}`],
  ["RUNWAYML_API_SECRET", `key_${hex(96)}`],
  ["MODAL_TOKEN_SECRET", "as-k2Xw9RtB4vNc8LsJ5hPy3G"],
  ["ZAI_API_KEY", `${hex(32)}.${letters(16)}`],
  ["AZURE_OPENAI_API_KEY", hex(32)],
  ["AZURE_STORAGE_KEY", `${letters(86)}==`],
  ["AWS_SECRET_ACCESS_KEY", "wq7Zk2mXw9RtB/4vNc8LsJ5hPy3GdF6aK+e1UoTi"],
  ["DROPBOX_APP_SECRET", "q7zk2mxw9rtb4vn"],
  ["DROPBOX_ACCESS_TOKEN", `sl.u.${letters(200)}`],
  ["DISCORD_TOKEN", `MTE5ODYyMjQ4MzQ3MTkyNTI0OA.GfJkQ2.${letters(38)}`],
  ["DB_PASSWORD", "n7Rk2-vXq9"],
  ["SMTP_PASS", "n7Rk2-vXq9"],
  ["GPG_PASSPHRASE", "n7Rk2-vXq9"],
  ["SECRET_KEY_BASE", hex(96)],
  ["JWT_KEY", letters(43)],
])("%s is recognized in an environment", (name, value) => {
  for (const text of [`${name}=${value}`, `export ${name}="${value}"\n`, Buffer.from(`\ufeff${name}=${value}`, "utf16le")]) {
    expect(findSecret(text), String(text)).toBeDefined();
  }
});

/** The forms in which languages of configuration and programs assign. */
test.each([
  `{"cohere_api_key": "SECRET"}`,
  // IPFS's and CometBFT's own keys.
  `{"Identity":{"PeerID":"12D3","PrivKey":"SECRET"}}`,
  `priv_key = "SECRET"`,
  `{\\"cohere_api_key\\": \\"SECRET\\"}`,
  `{"cells":[{"outputs":[{"text":["MISTRAL_API_KEY=SECRET\\n"]}]}]}`,
  `{"name": "MISTRAL_API_KEY", "value": "SECRET"}`,
  "env:\n  - name: MISTRAL_API_KEY\n    value: SECRET\n",
  "cohere_api_key: SECRET\n",
  "cohere_api_key: 'SECRET'\n",
  "cohere_api_key: |\n  SECRET\n",
  "mistral.api-key = SECRET",
  "<apiKey>SECRET</apiKey>",
  "<apiKey>\n  SECRET\n</apiKey>",
  `<add key="DeepgramApiKey" value="SECRET" />`,
  `const apiKey = "SECRET";`,
  `const apiKey: string = 'SECRET';`,
  "apiKey := `SECRET`",
  `var apiKey string = "SECRET"`,
  `client = Mistral(api_key="SECRET")`,
  `os.environ["MISTRAL_API_KEY"] = "SECRET"`,
  `System.setProperty("MISTRAL_API_KEY", "SECRET")`,
  `$config["api_key"] => "SECRET"`,
  `process.env.MISTRAL_API_KEY ?? "SECRET"`,
  `$env:MISTRAL_API_KEY = "SECRET"`,
  "set -x MISTRAL_API_KEY SECRET",
  "ENV MISTRAL_API_KEY SECRET",
  "MISTRAL_API_KEY ?= SECRET",
  "tool --api-key SECRET --verbose",
  `curl -H "x-api-key: SECRET" https://api.example.org`,
  "curl -H 'Authorization: SECRET' https://api.example.org",
  "curl --user ada:SECRET https://api.example.org",
  "https://api.example.org/v1?api_key=SECRET&page=2",
  "https://api.example.org/v1/heron?token=SECRET",
  "MISTRAL_API_KEY_PROD=SECRET",
  "//registry.example.org/:_auth=SECRET",
  `auth: { user: "ada", pass: "SECRET" }`,
  "PresharedKey = SECRET",
  "machine api.example.org login ada password SECRET",
  "sshpass -p SECRET ssh ada@example.org",
  "docker login -u ada -p SECRET registry.example.org",
  "mysqldump -u root -pSECRET shop",
  "ALTER USER ada IDENTIFIED BY 'SECRET';",
  "CREATE ROLE ada LOGIN PASSWORD 'SECRET';",
])("a secret is recognized in %j", (text) => {
  expect(findSecret(text.replaceAll("SECRET", letters(32)))).toMatchObject({ type: "named" });
  expect(findSecret(text.replaceAll("SECRET", "YOUR_KEY_GOES_HERE"))).toBeUndefined();
});

test.each([
  "MISTRAL_API_KEY=",
  "MISTRAL_API_KEY=your-api-key-here-123",
  "MISTRAL_API_KEY=<your key>",
  `MISTRAL_API_KEY=${"x".repeat(32)}`,
  "MISTRAL_API_KEY=12345678-ABCD-ABCD-ABCD-1234567890AB",
  "MISTRAL_API_KEY=a1b2c3d4e5f6g7h8i9j0k1l2",
  "MISTRAL_API_KEY=test_k3y_f0r_un1t_t3sts_1a2b",
  "MISTRAL_API_KEY=q7Zk2mXw9RtB4vNc8...",
  "DB_PASSWORD=P4ssw0rd!2024",
  ["MISTRAL_API_KEY=", "{secrets.V2_PROD1_K8S_KEY9}"].join("$"),
  "apiKey: process.env.V2_PROD1_K8S_KEY9,",
  "const token = readToken3(v1, x2, y3);",
  "const apiKey = config.k8s.v2.prod1.east1.key9;",
  "e.SOCKS5_NO_AUTH=e.SOCKS5_V2=e.SOCKS4_A1B2",
  `"nextPageToken": "${letters(40)}"`,
  `"public_key": "${letters(43)}"`,
  `csrf-token=${letters(60)}`,
  `PublicKeyToken="31bf3856ad364e35"`,
  `"primaryKey": "${letters(30)}"`,
  `"key": "${letters(30)}"`,
  `"cache_key": "${hex(40)}"`,
  `"token_hash": "${hex(64)}"`,
  `"max_tokens": 4096, "eos_token": "<|endoftext|>"`,
  `author = "${letters(30)}"`,
  `credentialsId: '${uuid}'`,
  `UserSecretsId>${uuid}<`,
  `apiKey: "${hex(32)}", indexName: "handbook"`,
  '{"access_token":"2YotnFZFEjr1zCsicMWpAA"}',
  `https://firebasestorage.googleapis.com/v0/b/app/o/heron.png?alt=media&token=${uuid}`,
  `https://raw.githubusercontent.com/ada/private/main/heron.png?token=${letters(40)}`,
  `The token ${letters(32)} of the commit`,
  "compass: k8s-V2-prod1-a9, bypass = R2d2-c3po-b8",
  "Each pass v1a2-B3c4 of the compiler",
  "mkdir -p src/v1/Module2-x3",
  `docker run -u 1000:1000 image chown -u ada:staff`,
])("%j is no secret", (text) => {
  expect(findSecret(text)).toBeUndefined();
});

test("an agent's argument is judged with its name", () => {
  expect(findWithheld({ values: { mistral_api_key: letters(32) } })).toEqual([
    { name: "values.mistral_api_key", reason: { type: "content", secret: { type: "named", name: "values.mistral_api_key" } } },
  ]);
  expect(findWithheld({ values: { topic: letters(32) } })).toEqual([]);
});
