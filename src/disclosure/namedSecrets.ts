/**
 * Recognizes secrets that have no form of their own by the name to which they are assigned: `MISTRAL_API_KEY=…`, `"cohere_api_key": "…"`.
 * What is assigned must be random, because programs assign much to such names: variables, paths, placeholders.
 */
import { isInventedValue } from "./inventedSecrets.ts";

/** The last word of such a name. */
const lastWord = /key|token|secret|pass(?:w(?:or)?d|phrase|code)?|pwd|credentials?|auth(?:orization)?/gi;
/** The name up to its last word; what is longer is no name. */
const beginning = /[\w.-]/;
const longestBeginning = 80;

/** What `key` must follow: most keys belong to maps, tables and keyboards. */
const keyOf =
  /(?:aes|api|access|account|admin|app|application|auth|authorization|client|deploy|encryption|function|hmac|ingest(?:ion)?|integration|jwt|licen[cs]e|master|priv|private|secret|server|service|sas|(?:pre)?shared|signing|storage|subscription|webhook)[_.-]?$/i;
/** `DEEPGRAM_KEY`, as an environment has it. */
const environmentName = /^(?:[A-Z0-9]+_)+$/;
/** Names of keys and tokens that everybody may see, or that only continue a list. */
const harmless =
  /pub(?:lic|lish)|example|fake|dummy|mock|sample|csrf|xsrf|page|paging|continuation|cursor|next|sync|cache|sort|primary|foreign|partition|idempotency|site_?$|issuer|authenticity/i;

/** What may follow the last word of a name, as in `API_KEY_PROD`. */
const suffix = String.raw`(?:[_-]?(?:\d{1,3}|prod(?:uction)?|live|dev(?:elopment)?|staging|test|default|value|string|base))?`;
/** A quotation mark, also within a string. */
const quote = String.raw`\\{0,3}["'${"`"}]`;
/** `"name": "API_KEY", "value": …`, and the same in two lines of YAML. */
const pair = String.raw`${quote}\s{0,8},?\s{0,20}${quote}?value(?:${quote})?\s{0,8}[:=]|\s{0,4}\n\s{0,40}value:`;
/** An operator such as `=`, `:=`, `=>` or `??`, behind the end of a string or an index and a type. */
const operator = String.raw`(?:${quote})?(?:\s{0,3}\])?\s{0,20}(?::?\s{0,3}&?(?:string|str|String)\s{0,3})?(?:[:?|+.]{0,3}=>?|:|[|?]{2})`;
/** The start of a block in YAML. */
const block = String.raw`(?:[|>][+-]?\s{1,40})?`;
/** What stands between the name and what is assigned: an operator, the end of an element's tag, the comma of a call's arguments, or a space. */
const between = String.raw`(?:(?:${pair}|${operator})\s{0,20}${block}|>\s{0,40}|${quote},\s{0,20}(?=${quote})|(?<space>[ \t]{1,8}))`;
/** A quotation mark behind the letters that some languages write in front of it, and the scheme of a header. */
const opening = `(?:[fFrRbBuU@]{0,2}(?<open>${quote}))?(?:(?:Bearer|Token|Basic|ApiKey|Key) )?`;
const assigned = new RegExp(String.raw`${suffix}${between}${opening}(?<value>[\w+/=.~!@#$%^&*?:-]{8,500})(?<after>[^]?)`, "iy");
/** `--api-key …`, `ENV DEEPGRAM_API_KEY …`: in prose, words follow a name, too. What follows `password` may be random, as in `.netrc` and SQL. */
const command = /^--|^[A-Z0-9]+_[A-Z0-9_]*$/;

/** `curl -u ada:…` */
const user = /(?<=\s)(?:-u|--user)[ =]{1,3}["']?[^\s:"'$<>[\]{}]{0,80}:["']?([^\s"'`<>${}()[\]]{8,100})(?=["'\s]|$)/g;

/** Options with a password, and statements of SQL. */
const passwordOptions =
  /\b(?:sshpass|mysql\w{0,10}|mariadb\w{0,10}|mongo\w{0,10}|(?:docker|podman|nerdctl|buildah|skopeo|oras|helm registry|az|oc) login)\b[^\n]{0,300}?\s(?:-p|--password)[ =]?["']?([^\s"'`<>${}()[\]]{8,100})|\bIDENTIFIED BY ["']([^"'\s]{8,100})["']/gi;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const fewestTurns = 3;
/** Of letters and digits. Shorter ones are words, as in `k8s-prod-v2-us-east1`. */
const shortestRun = 5;
const fewestInRuns = 12;
/** Of a token. */
const shortest = 15;

/** How often letters and digits follow each other: words and numbers do it seldom, random characters at each third. */
function turns(text: string): number {
  return text.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
}

/** How often small letters, capitals and digits follow each other, for each character: 0.6 if they are random, 0.3 in `namesLikeThis`. */
function changes(text: string): number {
  return (text.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g)?.length ?? 0) / text.length;
}

export function isRandom(value: string, isPassword: boolean): boolean {
  if (isInventedValue(value)) return false;
  if (uuid.test(value)) return true;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  if (isPassword && kinds >= 3 && turns(value) >= fewestTurns) return true;
  const runs = value.split(/[^A-Za-z0-9]+/).filter((run) => run.length >= shortestRun);
  const joined = runs.join(" ");
  if (value.length < shortest || joined.length < fewestInRuns) return false;
  return turns(joined) >= fewestTurns || (turns(joined) >= fewestTurns - 1 && changes(joined) >= 0.45);
}

/** Whether the name promises a secret. `start`: what is before its last word. */
function isSecretName(start: string, word: string): boolean {
  if (harmless.test(start) || (/^pass$/i.test(word) && !/(?:^|[_.-])$/.test(start))) return false;
  return !/^key$/i.test(word) || keyOf.test(start) || environmentName.test(start);
}

/** The name of the first secret that is assigned in a text. */
export function findNamedSecret(text: string): string | undefined {
  for (const found of text.matchAll(lastWord)) {
    const [word] = found;
    assigned.lastIndex = found.index + word.length;
    const parts = assigned.exec(text)?.groups;
    if (parts?.value === undefined) continue;
    const { value, space, open, after = "" } = parts;
    // What follows a name of the program is a call, an index or a template. Documentation leaves out the rest.
    if ((open === undefined && /[([{]/.test(after)) || /…/.test(after) || value.endsWith("...")) continue;
    const start = readBeginning(text, found.index);
    const name = `${start}${word}`;
    if (!isSecretName(start, word) || (space !== undefined && !command.test(name) && !/^passw/i.test(word))) continue;
    if (isSearchKey(text, found.index) || (name === "token" && isFileLink(text, found.index))) continue;
    if (isRandom(readValue(value), /^p/i.test(word))) return name.replace(/^[-.]+/, "");
  }
  for (const [, value = ""] of text.matchAll(user)) if (isRandom(value, true)) return "--user";
  for (const [, option, value = option ?? ""] of text.matchAll(passwordOptions)) if (isRandom(value, true)) return "--password";
  return undefined;
}

/** Without what follows in a URL's query or in a row of assignments, and a full stop. Signs `=` at its end belong to base64. */
function readValue(value: string): string {
  const [first = ""] = value.split("&");
  const padded = withoutEnd(first, "=");
  const sign = padded.indexOf("=");
  return withoutEnd(sign < 0 ? first : first.slice(0, sign), ".:?!");
}

function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** What is written before an index without a gap, as far as a name may be long. */
function readBeginning(text: string, end: number): string {
  let start = end;
  while (start > Math.max(0, end - longestBeginning) && beginning.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start, end);
}

/** The key of a search by Algolia, which documentation sites publish beside the name of their index. */
function isSearchKey(text: string, at: number): boolean {
  return /indexName/.test(text.slice(Math.max(0, at - 300), at + 300));
}

/** A link to one file, which is meant to be passed on, as those of Firebase and of GitHub's private files. */
function isFileLink(text: string, at: number): boolean {
  return /https?:\/\/[^\s"'<>]{1,300}(?:\.\w{2,4}\?|[?&]alt=media)[^\s"'<>?]{0,200}[?&]?$/.test(text.slice(Math.max(0, at - 520), at));
}
