/** Recognizes private keys and tokens in the content of a file, whatever its name says. */
import { isInvented } from "./inventedSecrets.ts";
import { findNamedSecret, isRandom } from "./namedSecrets.ts";
import { tokenForms } from "./tokenForms.ts";

/** `of`: the company or program that issues such tokens. `named`: it has no form of its own, but is assigned to a name such as `MISTRAL_API_KEY`. */
export type Secret =
  | { type: "privateKey" }
  | { type: "token"; of: string }
  | { type: "webToken" }
  | { type: "urlPassword" }
  | { type: "named"; name: string };

/** What files with private keys in text contain: OpenSSH, SSH1 and SSH2, OpenVPN, minisign and signify. */
const keyHeaders = [
  "SSH PRIVATE KEY FILE FORMAT 1.1",
  "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----",
  "-----BEGIN OpenVPN Static key V1-----",
  "untrusted comment: minisign encrypted secret key",
  "untrusted comment: signify secret key",
] as const;

/** PEM (RFC 7468), OpenPGP (RFC 9580 §6.2), PuTTY, age, and .NET's `ToXmlString`. */
const keyTexts = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/,
  /PuTTY-User-Key-File-\d/,
  /AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{50}/,
  /<RSAKeyValue>(?:\s*<\w{1,10}>[^<]{0,1400}<\/\w{1,10}>){2,8}?\s*<D>[\w+/=\s]{40,1400}<\/D>/,
] as const;

function hasPrivateKey(text: string): boolean {
  return keyHeaders.some((header) => text.includes(header)) || keyTexts.some((form) => form.test(text)) || hasWebKey(text);
}

/** Members of a JSON Web Key with `d`, or of a symmetric one with `k` (RFC 7517, RFC 7518 §6.4). */
const webKeys = [
  [/"kty"\s*:\s*"(?:RSA|EC|OKP)"/, /"d"\s*:\s*"[\w-]{20,}"/],
  [/"kty"\s*:\s*"oct"/, /"k"\s*:\s*"[\w-]{20,}"/],
] as const;

function hasWebKey(text: string): boolean {
  if (!text.includes('"kty"')) return false;
  return text.split(/[{}]/).some((members) => webKeys.some((key) => key.every((member) => member.test(members))));
}

/** Beginnings of key stores of Java, of databases of KeePass, and of Microsoft's PRIVATEKEYBLOB (also as strong name) and PVK, in hexadecimal. */
const keyStores = ["feedfeed0000", "cececece0000", "03d9a29a", "0702000000240000525341", "0702000000220000445353", "1ef1b5b000000000"];

/** PKCS #1, #8 and #12 and SEC 1 in DER, in hexadecimal: a sequence that begins with the version 0, 1 or 3. */
const keySequence = /^30(?:[0-7].|81..|82.{4})0201(?:000282|0030(?:0[5-9a-f]|1.)06|010420|0330(?:8[0-4]|.))/;

/** A signed JSON Web Token (RFC 7519), except the one that documentation shows. */
const webToken = /(?<![A-Za-z0-9])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.(?!SflKxwRJSMeKKF2QT4fw|TJVA95OrM7E2cBab30RM)[\w-]{20,}/;

/** A token in the place of a user, as for git. Those of Sentry are public. */
const tokenAsUser = /https?:\/\/([\w-]{20,100})@(?![\w.-]{0,100}(?:sentry|ingest))/g;

/**
 * A URL with a password, unless that is a placeholder, or the one of a database for development. The password may have the signs of
 * RFC 3986, "User Information", and a colon; a sign `$` begins a variable only before a brace, or in front.
 */
const withPassword =
  /(?<![a-z0-9])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`<>]{0,100}:(?!\$)((?:[^\s/@"'`<>${}]|\$(?!\{)){8,200})@(?!localhost|127\.|example\.)[\w.[\]-]+/gi;

/** `-----BEGIN ` in base64: of keys in configurations of Kubernetes, and in variables of CI. */
const encodedHeader = /LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,80}/g;

/** Pairs of a Secret of Kubernetes, whose values are in base64 ("Secrets", `data`). */
const manifest = /\bkind["']?[ \t]*:[ \t]*["']?Secret["']?\s/;
const manifestPair = /(?<![\w.-])([\w.-]{1,80})["']?:[ \t]*["']?([A-Za-z0-9+/]{8,4000}={0,2})(?=["'\s,}]|$)/g;

/** What a browser sends, as "Copy as cURL" has it, and the lines of a file of curl's. */
const cookies = /(?<![A-Za-z-])[Cc]ookie["']?: ?["']?([^\n"'`]{20,4000})|\s(?:-b|--cookie)[ =]["']?([^\n"'`]{20,4000})/g;
const cookieFile = /^# (?:Netscape )?HTTP Cookie File/m;

const decode = (base64: string) => Buffer.from(base64, "base64").toString("latin1");

function beginsAsKey(hex: string): boolean {
  return keyStores.some((store) => hex.startsWith(store)) || keySequence.test(hex);
}

/** Of a text in any encoding that contains ASCII, or of other bytes. undefined: none was recognized. */
export function findSecret(content: string | Uint8Array): Secret | undefined {
  const bytes = typeof content === "string" ? undefined : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (bytes !== undefined && beginsAsKey(bytes.toString("hex", 0, 16))) return { type: "privateKey" };
  // UTF-16 has a zero beside each letter of these forms.
  const text = typeof content === "string" ? content : (bytes?.toString("latin1").replaceAll("\0", "") ?? "");
  if (hasPrivateKey(text)) return { type: "privateKey" };
  for (const [encoded] of text.matchAll(encodedHeader)) if (hasPrivateKey(decode(encoded))) return { type: "privateKey" };
  for (const { of, marks, form: pattern } of tokenForms) {
    if (!marks.some((mark) => text.includes(mark))) continue;
    for (const [token] of text.matchAll(pattern)) if (!isInvented(token)) return { type: "token", of };
  }
  if (text.includes("eyJ") && webToken.test(text)) return { type: "webToken" };
  if (text.includes("://") && hasPassword(text)) return { type: "urlPassword" };
  if (/ookie|-b /.test(text) && hasCookie(text)) return { type: "token", of: "a cookie" };
  const name = findNamedSecret(text);
  return name === undefined ? findInManifest(text) : { type: "named", name };
}

function findInManifest(text: string): Secret | undefined {
  if (!manifest.test(text)) return undefined;
  for (const [, name = "", value = ""] of text.matchAll(manifestPair)) {
    const decoded = decode(value).trim();
    const found = findSecret(Buffer.from(`${name}: ${decoded}`, "latin1"));
    if (found !== undefined) return found;
    if (isRandom(decoded, true)) return { type: "named", name };
  }
  return undefined;
}

function hasCookie(text: string): boolean {
  if (cookieFile.test(text)) return true;
  const pairs = [...text.matchAll(cookies)].flatMap(([, header, option]) => (header ?? option ?? "").split(";"));
  return pairs.some((pair) => pair.includes("=") && isRandom(pair.slice(pair.indexOf("=") + 1).trim(), false));
}

function hasPassword(text: string): boolean {
  const isReal = ([, password = ""]: RegExpExecArray) => /\d/.test(password) && /[a-z]/i.test(password) && !isInvented(password);
  return [...text.matchAll(withPassword)].some(isReal) || [...text.matchAll(tokenAsUser)].some(([, token = ""]) => isRandom(token, false));
}
