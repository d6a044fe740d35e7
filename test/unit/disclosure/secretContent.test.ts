/** Private keys and tokens in the forms that their issuers document, each made of random characters here. */
import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { findSecret } from "../../../src/disclosure/secretContent.ts";

const random = "q7Zk2mXw9RtB4vNc8LsJ5hPy3GdF6aKe1UoTi0WxYbQzMnVrCgHjEpDf";
const letters = (count: number) => random.repeat(3).slice(0, count);
const hex = (count: number) => "3f9ac04e71b8d25690ae4c17".repeat(4).slice(0, count);
const uuid = "3c1b2f6a-7c1d-4f0e-9a2b-5d80e1f7c634";
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
  ["AWS", "ABSK", `QmVkcm9ja0FQSUtleS${letters(110)}`],
  ["Meta", "EAA", `C${letters(160)}`],
  ["Dropbox", "sl.", letters(140)],
  ["Azure", "mP88Q~", letters(34)],
  ["Sourcegraph", "sgp_local_", hex(40).toUpperCase()],
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
  ["1Password", "ops_", `eyJ${letters(150)}`],
  ["Airtable", "pat", `${letters(14)}.${hex(64)}`],
  ["Alibaba Cloud", "LTAI", `5t${letters(18)}`],
  ["Artifactory", "AKC", `p8${letters(68)}`],
  ["Bitbucket", "ATBB", letters(32)],
  ["Brevo", "xkeysib-", `${hex(64)}-${letters(16)}`],
  ["Buildkite", "bkua_", hex(40)],
  ["Cerebras", "csk-", letters(48).toLowerCase()],
  ["CircleCI", "CCIPAT_", `${letters(22)}_${hex(40)}`],
  ["Contentful", "CFPAT-", letters(43)],
  ["Dynatrace", "dt0c01.", `${capitals(24)}.${capitals(48)}${capitals(16)}`],
  ["ElevenLabs", "sk_", hex(48)],
  ["fal", "3c1b2f6a-7c1d-4f0e-9a2b-", `${hex(12)}:${hex(32)}`],
  ["Figma", "figd_", letters(40)],
  ["Firecrawl", "fc-", hex(32)],
  ["Fireworks", "fw_", letters(24)],
  ["Fly.io", "fm2_", letters(120)],
  ["GitLab", "GR1348941", letters(20)],
  ["Google", "1//0", letters(60)],
  ["Heroku", "HRKU-", `AA${letters(58)}`],
  ["Jina", "jina_", letters(60)],
  ["LangSmith", "lsv2_pt_", `${hex(32)}_${hex(10)}`],
  ["Langfuse", "sk-lf-", `12345678-90ab-4cde-8f01-${hex(12)}`],
  ["Mailchimp", hex(32), "-us12"],
  ["Mapbox", "sk.", `eyJ${letters(60)}.${letters(22)}`],
  ["Neon", "napi_", letters(64).toLowerCase()],
  ["Netlify", "nfp_", letters(36)],
  ["NuGet", "oy2", letters(43).toLowerCase()],
  ["Pinecone", "pcsk_", letters(70)],
  ["PostHog", "phx_", letters(43)],
  ["Pulumi", "pul-", hex(40)],
  ["Resend", "re_", `${letters(8)}_${letters(24)}`],
  ["RunPod", "rpa_", letters(40)],
  ["SonarQube", "squ_", hex(40)],
  ["Sourcegraph", "sgp_", `${hex(16)}_${hex(40)}`],
  ["Tailscale", "tskey-", `auth-${letters(17)}-${letters(32)}`],
  ["Tavily", "tvly-", `dev-${letters(32)}`],
  ["Voyage AI", "pa-", letters(43)],
  // Also in the default rules of gitleaks, from here to MaxMind.
  ["1Password", "A3-", `${capitals(6)}-${capitals(11)}-${capitals(5)}-${capitals(5)}-${capitals(5)}`],
  ["Adobe", "p8e-", letters(32).toLowerCase()],
  ["Artifactory", "cmVmd", letters(59)],
  ["ClickHouse", "4b1d", letters(38)],
  ["Clojars", "CLOJARS_", letters(60).toLowerCase()],
  ["Cloudflare", "v1.0-", `${hex(24)}-${hex(90)}${hex(56)}`],
  ["Duffel", "duffel_live_", letters(43)],
  ["EasyPost", "EZAK", letters(54)],
  ["Flutterwave", "FLWSECK_TEST-", `${hex(32)}-X`],
  ["Frame.io", "fio-u-", letters(64)],
  ["GitLab", "_gitlab_session=", hex(32)],
  ["Grafana", "eyJrIjoi", letters(90)],
  ["Harness", "pat.", `${letters(22)}.${letters(24)}.${letters(20)}`],
  ["Infracost", "ico-", letters(32)],
  ["Microsoft Teams", "https://a.webhook.office.com/", `webhookb2/${uuid}@${uuid}/IncomingWebhook/${hex(32)}/${uuid}`],
  ["Octopus Deploy", "API-", capitals(26)],
  ["OpenShift", "sha256~", letters(43)],
  ["Prefect", "pnu_", letters(36)],
  ["ReadMe", "rdme_", letters(70).toLowerCase()],
  ["Scalingo", "tk-us-", letters(48)],
  ["SettleMint", "sm_pat_", letters(16)],
  ["Shippo", "shippo_live_", hex(40)],
  ["Square", "EAAA", letters(60)],
  ["MaxMind", `${letters(6)}_`, `${letters(29)}_mmk`],
  ["Azure", letters(52), `JQQJ99BAACYeBjFXJ3w3AAABACOG${letters(4)}`],
  ["Azure DevOps", letters(76), "AZDOq7Zk"],
  ["Deno", "ddp_", letters(36)],
  ["E2B", "e2b_", hex(40)],
  ["Helicone", "sk-helicone-", "q7zk2mx-w9rtb4v-nc8lsj5-hpy3gdf"],
  ["Logfire", "pylf_v1_us_", letters(43)],
  ["Nostr", "nsec1", "q7zk2mxw9rt4vnc8lsj5hpy3gdf6ake0xyzq7zk2mxw9rt4vnc8lsj5hpy"],
  ["Plaid", "access-production-", uuid],
  ["Together AI", "tgp_v1_", letters(43)],
  ["Trello", "ATTA", hex(64)],
  ["Vercel", "vck_", letters(56)],
  ["Weights & Biases", "wandb_v1_", letters(60)],
  ["Anyscale", "esecret_", letters(26).toLowerCase()],
  ["Braintree", "access_token$production$", `${letters(16).toLowerCase()}$${hex(32)}`],
  ["Cartesia", "sk_car_", letters(22)],
  ["Discord", "MTA5", `${letters(22)}.Gq7Zk2.${letters(38)}`],
  ["Google", "AQ.Ab8", `RN6${letters(44)}`],
  ["Google", "AAAA", `q7Zk2mX:APA91b${letters(134)}`],
  ["Luma", "luma-", `${uuid}-${uuid}`],
  ["Meta", "EAA", `B${letters(170)}`],
  ["Runway", "key_", `${hex(64)}${hex(64)}`],
  ["Slack", "xoxd-", `${letters(50)}%2F${letters(30)}%3D`],
  ["a wallet", "xprv", `9s21ZrQH143K${letters(110).replace(/[0Il]/g, "2").replaceAll("O", "3").slice(0, 95)}`],
];

test.each(tokens)("a token of %s is recognized in a text: %s…", (of, start, rest) => {
  for (const text of [`${start}${rest}`, `KEY=${start}${rest}\n`, `{"key":"${start}${rest}"}`, `# Notes\n\nUse \`${start}${rest}\`.\n`]) {
    expect(findSecret(text)).toEqual({ type: "token", of });
    expect(findSecret(Buffer.from(`\ufeff${text}`, "utf16le"))).toEqual({ type: "token", of });
  }
});

test.each([
  ["a header", `Authorization: Bearer ${letters(40)}`],
  ["a header", `Authorization: Token ${hex(40)}`],
  ["a header", `Authorization: Key ${letters(40)}`],
  // Discord, Opsgenie, DeepL, Klaviyo, Okta, Splunk, Zoho and GoDaddy.
  ...["Bot", "GenieKey", "DeepL-Auth-Key", "Klaviyo-API-Key", "SSWS", "Splunk", "Zoho-oauthtoken", "sso-key"].map(
    (scheme): [string, string] => ["a header", `Authorization: ${scheme} ${letters(40)}`],
  ),
  ["Azure", `https://a.blob.core.windows.net/c?sp=racwdl&se=2030-01-01T00:00:00Z&sv=2022-11-02&sr=c&sig=${letters(43)}%3D`],
  ["Azure", `SharedAccessSignature sr=https%3A%2F%2Fa.servicebus.windows.net&sig=${letters(43)}%3D&se=1893456000&skn=send`],
  ["a header", `"authorization": "Basic ${letters(30)}=="`],
  ["a cookie", `curl 'https://app.example.org' -H 'cookie: lang=en; session=${letters(40)}'`],
  ["a cookie", `curl -b 'sid=${letters(40)}' https://app.example.org`],
  ["a cookie", "# Netscape HTTP Cookie File\n.example.org\tTRUE\t/\tTRUE\t1893456000\tsid\tq7Zk\n"],
  ["npm", `//registry.example.com/:_authToken=${letters(36)}`],
  ["Docker", `{"auths":{"registry":{"auth":"${letters(28)}"}}}`],
])("a secret of %s is recognized: %s", (of, text) => {
  expect(findSecret(text)).toEqual({ type: "token", of });
});

test.each([
  "Authorization: Bearer YOUR_ACCESS_TOKEN_HERE",
  `Authorization: Bearer \${process.env.TOKEN}`,
  '"auth": "required"',
  "cookie: lang=en; theme=dark; consent=accepted",
  `Set-Cookie: session=${letters(40)}; HttpOnly`,
  `https://${hex(32)}@o447951.ingest.sentry.io/5429215`,
  "https://ada-lovelace-of-the-team@github.com/ada/heron.git",
  "kind: Secret\nmetadata:\n  name: {{ .Release.Name }}\ndata:\n  password: {{ .Values.password | b64enc }}\n",
  "re_export_all",
  `https://a.blob.core.windows.net/c/heron.png?sp=r&se=2030-01-01T00:00:00Z&sv=2022-11-02&sr=b&sig=${letters(43)}%3D`,
  "hf_required_characteristic_types hf_servingcellpriorityparametersdescription",
])("%s is no secret", (text) => {
  expect(findSecret(text)).toBeUndefined();
});

test("a JSON Web Token and a URL with a password are recognized", () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  expect(findSecret(`${part({ alg: "HS256" })}.${part({ sub: "ada", admin: 1 })}.${letters(43)}`)).toEqual({ type: "webToken" });
  expect(findSecret("DATABASE_URL=postgres://app:n7Rk2-vXq9@db.internal:5432/shop")).toEqual({ type: "urlPassword" });
  // RFC 3986, "User Information": these signs need no percent. A colon does, and is written often.
  for (const sign of "-._~!$&*+,;=:%")
    expect(findSecret(`postgres://app:n7Rk${sign}2vXq9@db.internal:5432/shop`), sign).toEqual({ type: "urlPassword" });
  expect(findSecret(`url = https://${hex(40)}@git.example.org/ada/heron.git`)).toEqual({ type: "urlPassword" });
});

const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");
/** A manifest as `kubectl create secret generic --dry-run=client -o yaml` writes it. */
const manifest = (data: Readonly<Record<string, string>>) =>
  `apiVersion: v1\ndata:\n${Object.entries(data)
    .map(([name, value]) => `  ${name}: ${base64(value)}\n`)
    .join("")}kind: Secret\nmetadata:\n  name: db\n`;

test.each([
  ["password", { type: "named", name: "password" }, { password: "n7Rk2-vXq9" }],
  ["any name", { type: "named", name: "uri" }, { uri: letters(20) }],
  ["a token", { type: "token", of: "GitHub" }, { value: `ghp_${letters(36)}` }],
  ["a URL", { type: "urlPassword" }, { url: "postgres://app:n7Rk2-vXq9@db.internal/shop" }],
  ["words", undefined, { username: "administrator", password: "password" }],
])("a Secret of Kubernetes is read: %s", (_, found, data) => {
  expect(findSecret(manifest(data))).toEqual(found);
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
  // Source: .NET, `RSA.ToXmlString`.
  [
    "XML of .NET",
    `<RSAKeyValue>${["Modulus", "Exponent", "P", "Q", "DP", "DQ", "InverseQ", "D"].map((name) => `<${name}>${letters(88)}</${name}>`).join("")}</RSAKeyValue>`,
  ],
  ["SSH1", `SSH ${"PRIVATE"} KEY FILE FORMAT 1.1\n`],
  ["OpenVPN", "-----BEGIN OpenVPN Static key V1-----\n"],
  ["minisign", "untrusted comment: minisign encrypted secret key\n"],
  ["signify", "untrusted comment: signify secret key\n"],
  ["age after quantum computers", `AGE-SECRET-KEY-PQ-1${capitals(48)}${capitals(12)}`],
  ["a symmetric JSON Web Key", JSON.stringify({ kty: "oct", alg: "HS256", k: letters(43) })],
  ["a JSON Web Key with certificates", JSON.stringify({ kty: "RSA", x5c: [letters(43).repeat(200)], ...rsa.export({ format: "jwk" }) })],
  ["a key of kubectl's configuration", `    client-key-data: ${base64(rsa.export({ type: "pkcs1", format: "pem" }))}\n`],
  ["a Secret of TLS", `kind: Secret\ndata:\n  tls.key: ${base64(ec.export({ type: "pkcs8", format: "pem" }))}\n`],
  // PRIVATEKEYBLOB of RSA ("BLOBHEADER" and "RSAPUBKEY" of Windows), and the file format of PVK.
  ["a strong name of .NET", Buffer.from(`0702000000240000525341320004000001000100${hex(80)}`, "hex")],
  ["PVK", Buffer.from(`1ef1b5b000000000020000000000000000000000540200000702000000240000${hex(40)}`, "hex")],
])("a private key is recognized: %s", (_, key) => {
  expect(findSecret(key)).toEqual({ type: "privateKey" });
  if (typeof key === "string") expect(findSecret(Buffer.from(`# Notes\n${key}`))).toEqual({ type: "privateKey" });
});

test.each([
  ["a public key in PEM", publicKey.export({ type: "spki", format: "pem" })],
  ["a public key in DER", publicKey.export({ type: "pkcs1", format: "der" })],
  ["a public JSON Web Key", JSON.stringify(publicKey.export({ format: "jwk" }))],
  ["public JSON Web Keys beside another object", JSON.stringify({ keys: [{ kty: "RSA" }, { d: letters(40) }] })],
  ["a certificate's header", "-----BEGIN CERTIFICATE-----\n"],
  ["the example of AWS's documentation", "AKIAIOSFODNN7EXAMPLE"],
  ["a placeholder", `ghp_${"x".repeat(36)} sk-proj-your-key-goes-here-1234 hf_${"a".repeat(34)}`],
  ["a database for development", "postgres://postgres:postgres1@localhost:5432/app postgres://user:password1@db/app"],
  ["a variable", ["https://ci:", "{TOKEN}@git.internal/repo.git"].join("$")],
  ["a variable without braces", "https://ci:$K8S_TOKEN2@git.internal/repo.git"],
  ["a variable behind a word", ["https://ci:v2prefix-", "{TOKEN}@git.internal/repo.git"].join("$")],
  ["a public key of .NET", `<RSAKeyValue><Modulus>${letters(150)}</Modulus><Exponent>AQAB</Exponent></RSAKeyValue>`],
  ["a git hash and an integrity", `${hex(40)} sha512-${letters(86)}==`],
  ["prose", "The key- and token-based design of sk-learn's mask-rcnn is risk-free.\n"],
  ["an empty file", ""],
])("%s is no secret", (_, text) => {
  expect(findSecret(text)).toBeUndefined();
});
