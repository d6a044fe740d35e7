/** Recognizes private keys and tokens in the content of a file, whatever its name says. */
import { isInvented } from "./inventedSecrets.ts";
import { findNamedSecret } from "./namedSecrets.ts";

/** `of`: the company or program that issues such tokens. `named`: it has no form of its own, but is assigned to a name such as `MISTRAL_API_KEY`. */
export type Secret =
  | { type: "privateKey" }
  | { type: "token"; of: string }
  | { type: "webToken" }
  | { type: "urlPassword" }
  | { type: "named"; name: string };

/** Headers of private keys in text: PEM (RFC 7468), OpenSSH, OpenPGP (RFC 9580 §6.2), SSH2, PuTTY, age; and a JSON Web Key with `d` (RFC 7517). */
const keyText =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----|PuTTY-User-Key-File-\d|AGE-SECRET-KEY-1[A-Z0-9]{50}|"kty"\s*:\s*"(?:RSA|EC|OKP)"[^{}]{0,4000}"d"\s*:\s*"[\w-]{20,}"|"d"\s*:\s*"[\w-]{20,}"[^{}]{0,4000}"kty"\s*:\s*"(?:RSA|EC|OKP)"/;

/** Beginnings of key stores of Java and of databases of KeePass, in hexadecimal. */
const keyStores = ["feedfeed0000", "cececece0000", "03d9a29a"];

/** PKCS #1, #8 and #12 and SEC 1 in DER, in hexadecimal: a sequence that begins with the version 0, 1 or 3. */
const keySequence = /^30(?:[0-7].|81..|82.{4})0201(?:000282|0030(?:0[5-9a-f]|1.)06|010420|0330(?:8[0-4]|.))/;

interface TokenForm {
  of: string;
  /** Parts of which each token contains one; they are searched for first, because that is fast. */
  marks: readonly string[];
  /** Applied only after a character that does not belong to a word. */
  form: RegExp;
}

const form = (of: string, marks: string | readonly string[], source: RegExp): TokenForm => ({
  of,
  marks: typeof marks === "string" ? [marks] : marks,
  form: new RegExp(`(?<![A-Za-z0-9])(?:${source.source})`, "g"),
});

/** A signature for more than reading one blob, as links to generated files have it. Source: "Create a service SAS" of Azure Storage. */
const sharedAccess =
  /(?<=[?"'`=\s])(?=s[a-z]{1,3}=)(?=[^\s"'<>`]{0,600}\bsig=[\w%+/]{43,})(?=[^\s"'<>`]{0,600}s(?:v=\d{4}-\d\d-\d\d|kn=))(?!(?=[^\s"'<>`]{0,600}sp=r(?:&|$))[^\s"'<>`]{0,600}sr=b(?:&|$))[^\s"'<>`]*/;

/** As their issuers document them. */
const tokenForms: readonly TokenForm[] = [
  form("1Password", "ops_eyJ", /ops_eyJ[\w-]{100,}/),
  form("Airtable", "pat", /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/),
  form("Alibaba Cloud", "LTAI", /LTAI[A-Za-z0-9]{12,24}(?![A-Za-z0-9])/),
  form("Artifactory", "AKC", /AKC[a-z0-9][A-Za-z0-9]{58,}/),
  form("AWS", ["AKIA", "ASIA", "ABIA", "ACCA"], /(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])/),
  form("AWS", ["ABSK", "bedrock-api-key-"], /ABSK[A-Za-z0-9+/]{100,}={0,2}|bedrock-api-key-[A-Za-z0-9+/=_-]{60,}/),
  form("Anthropic", "sk-ant-", /sk-ant-[a-z]{3,6}\d\d-[\w-]{20,}/),
  form("Atlassian", ["ATATT3", "ATCTT3"], /AT[AC]TT3[\w=-]{60,}/),
  form("Azure", "AccountKey=", /AccountKey=[A-Za-z0-9+/]{86}==/),
  form("Azure", "Q~", /[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/),
  form("Azure", "sig=", sharedAccess),
  form("Bitbucket", "ATBB", /ATBB[A-Za-z0-9]{32}(?![A-Za-z0-9])/),
  form("Brevo", "xkeysib-", /xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}/),
  form("Buildkite", "bkua_", /bkua_[0-9a-f]{40}/),
  form("Cerebras", "csk-", /csk-[a-z0-9]{40,}/),
  form("CircleCI", "CCIPAT_", /CCIPAT_[A-Za-z0-9]{22}_[0-9a-f]{40}/),
  form("Contentful", "CFPAT-", /CFPAT-[\w-]{43}/),
  form("crates.io", "cio", /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/),
  form("Databricks", "dapi", /dapi[0-9a-f]{32}/),
  form("DigitalOcean", ["dop_v1_", "doo_v1_", "dor_v1_"], /do[opr]_v1_[0-9a-f]{64}/),
  form("Discord", "discord", /discord(?:app)?\.com\/api\/webhooks\/\d{15,}\/[\w-]{60,}/),
  form("Dropbox", "sl.", /sl\.[\w=-]{130,}/),
  form("Docker", ["dckr_pat_", "dckr_oat_"], /dckr_[op]at_[\w-]{27,}/),
  form("Doppler", "dp.", /dp\.(?:audit|ct|pt|sa|scim|st(?:\.[a-z0-9_-]{2,35})?)\.[A-Za-z0-9]{40,}/),
  form("Dynatrace", "dt0", /dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}/),
  form("ElevenLabs", "sk_", /sk_[0-9a-f]{48}(?![A-Za-z0-9])/),
  form("fal", ":", /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9a-f]{32}(?![A-Za-z0-9])/),
  form("Figma", "figd_", /figd_[\w-]{40}/),
  form("Firecrawl", "fc-", /fc-[0-9a-f]{32}(?![A-Za-z0-9])/),
  form("Fireworks", "fw_", /fw_[A-Za-z0-9]{22,}/),
  form("Fly.io", ["fm1", "fm2", "fo1_"], /fm[12][ar]?_[\w+/=-]{100,}|fo1_[\w-]{43}/),
  form("GitHub", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], /gh[opsru]_[A-Za-z0-9]{36,}/),
  form("GitHub", "github_pat_", /github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}/),
  form("GitLab", "gl", /gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|wt|soat|ffct)-[\w.-]{20,}/),
  form("GitLab", "GR1348941", /GR1348941[\w-]{20}/),
  form("Google", "AIza", /AIza[\w-]{35}(?![\w-])/),
  form("Google", "GOCSPX-", /GOCSPX-[\w-]{28}/),
  form("Google", "1//0", /1\/\/0[\w-]{40,}/),
  form("Google", "ya29.", /ya29\.[\w-]{30,}/),
  form("Grafana", ["glc_", "glsa_"], /glc_[A-Za-z0-9+/]{32,}={0,2}|glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}/),
  form("Groq", "gsk_", /gsk_[A-Za-z0-9]{40,}/),
  form("HashiCorp", ["hvs.", "hvb.", "hvr.", ".atlasv1."], /hv[brs]\.[\w-]{24,}|[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}/),
  form("Heroku", "HRKU-", /HRKU-AA[\w-]{50,}/),
  form("Hugging Face", ["hf_", "api_org_"], /(?:hf|api_org)_(?=[a-z0-9]*[A-Z])[A-Za-z0-9]{30,40}(?![A-Za-z0-9])/),
  form("Jina", "jina_", /jina_[\w-]{50,}/),
  form("LangSmith", "lsv2_", /lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}/),
  form("Langfuse", "sk-lf-", /sk-lf-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/),
  form("Linear", "lin_", /lin_(?:api|oauth)_[A-Za-z0-9]{40}/),
  form("Meta", "EAA", /EAA[CM][A-Za-z0-9]{100,}/),
  form("Mailchimp", ["-us1", "-us2", "-us3", "-us4", "-us5", "-us6", "-us7", "-us8", "-us9"], /[0-9a-f]{32}-us\d{1,2}(?!\d)/),
  form("Mapbox", "sk.eyJ", /sk\.eyJ[\w-]{40,}\.[\w-]{20,}/),
  form("Mailgun", "key-", /key-[0-9a-f]{32}(?![A-Za-z0-9])/),
  form("Neon", "napi_", /napi_[a-z0-9]{40,}/),
  form("Netlify", "nfp_", /nfp_[A-Za-z0-9]{36}/),
  form("New Relic", "NRAK-", /NRAK-[A-Z0-9]{27}/),
  form("Notion", ["ntn_", "secret_"], /ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])/),
  form("npm", "npm_", /npm_[A-Za-z0-9]{36}/),
  form("npm", "_authToken", /_authToken\s*=\s*"?[\w+/=.-]{20,}/),
  form("NuGet", "oy2", /oy2[a-z0-9]{43}(?![A-Za-z0-9])/),
  form("NVIDIA", "nvapi-", /nvapi-[\w-]{60,}/),
  form("OpenAI", ["sk-proj-", "sk-svcacct-", "sk-admin-"], /sk-(?:proj|svcacct|admin)-[\w-]{20,}/),
  form("OpenAI", "sk-", /sk-[A-Za-z0-9]{32,}(?![\w-])/),
  form("OpenRouter", "sk-or-", /sk-or-v\d-[0-9a-f]{64}/),
  form("Perplexity", "pplx-", /pplx-[A-Za-z0-9]{40,}/),
  form("Pinecone", "pcsk_", /pcsk_[A-Za-z0-9_]{50,}/),
  form("PlanetScale", "pscale_", /pscale_(?:tkn|pw|oauth)_[\w.=-]{32,}/),
  form("Postman", "PMAK-", /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/),
  form("PostHog", "phx_", /phx_[A-Za-z0-9]{40,}/),
  form("Pulumi", "pul-", /pul-[0-9a-f]{40}/),
  form("PyPI", "pypi-", /pypi-AgE[\w-]{50,}/),
  form("Replicate", "r8_", /r8_[A-Za-z0-9]{37}/),
  form("Resend", "re_", /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![A-Za-z0-9])/),
  form("RubyGems", "rubygems_", /rubygems_[0-9a-f]{48}/),
  form("RunPod", "rpa_", /rpa_[A-Za-z0-9]{40,}/),
  form("SendGrid", "SG.", /SG\.[\w-]{22}\.[\w-]{43}/),
  form("Sentry", ["sntrys_", "sntryu_"], /sntrys_eyJ[\w+/=-]{40,}|sntryu_[0-9a-f]{64}/),
  form("Shopify", "shp", /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/),
  form("Slack", ["xox", "xapp-"], /xox[abceoprs]-[\w-]{20,}|xapp-\d-[\w-]{20,}/),
  form("Slack", "hooks.slack.com", /hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/]{30,}/),
  form("SonarQube", ["squ_", "sqp_", "sqa_"], /sq[upa]_[0-9a-f]{40}/),
  form("Sourcegraph", "sgp_", /sgp_(?:(?:local|[0-9a-fA-F]{16})_)?[0-9a-fA-F]{40}/),
  form("Square", "sq0", /sq0[a-z]{3}-[\w-]{22,}/),
  form("Stripe", ["sk_", "rk_", "whsec_"], /[rs]k_(?:live|test|prod)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{32,}/),
  form("Supabase", ["sbp_", "sb_secret_"], /sbp_[0-9a-f]{40}|sb_secret_[\w-]{30,}/),
  form("Tailscale", "tskey-", /tskey-[a-z]+-[A-Za-z0-9]{8,}-[A-Za-z0-9]{20,}/),
  form("Tavily", "tvly-", /tvly-(?:dev-|prod-)?[A-Za-z0-9-]{30,}/),
  form("Telegram", ":AA", /\d{8,10}:AA[\w-]{33}/),
  form("Twilio", "SK", /SK[0-9a-f]{32}(?![A-Za-z0-9])/),
  form("Voyage AI", "pa-", /pa-[\w-]{43}(?![\w-])/),
  form("xAI", "xai-", /xai-[A-Za-z0-9]{70,}/),
  form(
    "a header",
    ["uthorization"],
    /[Aa]uthorization["']?\s*[:=]\s*["'`]?(?:[Bb]earer|[Bb]asic|[Tt]oken|[Kk]ey|[Aa]pi-?[Kk]ey|[Aa]pi-[Tt]oken) [\w.~+/=:-]{20,}/,
  ),
  form("Docker", '"auth"', /"auth"\s*:\s*"[A-Za-z0-9+/]{20,}={0,2}"/),
];

/** A signed JSON Web Token (RFC 7519), except the one that documentation shows. */
const webToken = /(?<![A-Za-z0-9])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.(?!SflKxwRJSMeKKF2QT4fw|TJVA95OrM7E2cBab30RM)[\w-]{20,}/;

/** A URL with a password, unless that is a placeholder, or the one of a database for development. */
const withPassword =
  /(?<![a-z0-9])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`<>]{0,100}:([^\s:/@"'`<>${}]{8,200})@(?!localhost|127\.|example\.)[\w.[\]-]+/gi;

function beginsAsKey(hex: string): boolean {
  return keyStores.some((store) => hex.startsWith(store)) || keySequence.test(hex);
}

/** Of a text in any encoding that contains ASCII, or of other bytes. undefined: none was recognized. */
export function findSecret(content: string | Uint8Array): Secret | undefined {
  const bytes = typeof content === "string" ? undefined : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (bytes !== undefined && beginsAsKey(bytes.toString("hex", 0, 16))) return { type: "privateKey" };
  // UTF-16 has a zero beside each letter of these forms.
  const text = typeof content === "string" ? content : (bytes?.toString("latin1").replaceAll("\0", "") ?? "");
  if (keyText.test(text)) return { type: "privateKey" };
  for (const { of, marks, form: pattern } of tokenForms) {
    if (!marks.some((mark) => text.includes(mark))) continue;
    for (const [token] of text.matchAll(pattern)) if (!isInvented(token)) return { type: "token", of };
  }
  if (text.includes("eyJ") && webToken.test(text)) return { type: "webToken" };
  if (text.includes("://") && hasPassword(text)) return { type: "urlPassword" };
  const name = findNamedSecret(text);
  return name === undefined ? undefined : { type: "named", name };
}

function hasPassword(text: string): boolean {
  const isReal = ([, password = ""]: RegExpExecArray) => /\d/.test(password) && /[a-z]/i.test(password) && !isInvented(password);
  return [...text.matchAll(withPassword)].some(isReal);
}
