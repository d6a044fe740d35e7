/** A key is in no error, in whichever form another program sends it back. */
import { expect, test } from "vitest";
import { hideKey } from "../../../src/network/hideKey.ts";
import { redactText } from "../../../src/network/redactText.ts";

const key = "sk-proj-Zx81+Qm/47-Lr_Ka90TbWe";
const hide = (text: string) => hideKey(text, key, "[…]");
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Each character of the key, written with its code in hexadecimal. */
const coded = (write: (code: string) => string) =>
  [...Buffer.from(key).toString("hex").matchAll(/../g)].map(([code]) => write(code)).join("");

type Row = [what: string, text: string, secrets: readonly string[]];

/** Each text, and what it must not contain. */
test.each<Row>([
  ["whole", `Incorrect API key provided: ${key}.`, [key]],
  ["twice", `${key} ${key}`, [key]],
  ["cut", `Incorrect API key: ${key.slice(0, 20)}`, [key.slice(8, 20)]],
  ["its end", `Unknown key …${key.slice(-12)}`, [key.slice(-12)]],
  ["masked with stars", `Incorrect API key provided: sk-proj-********bWe. See https://x.example`, ["sk-proj-***", "bWe"]],
  ["masked in the middle", `Incorrect API key provided: sk-pr***************TbWe`, ["TbWe", "sk-pr"]],
  ["masked with dots", `Invalid key "sk-p...TbWe"`, ["TbWe"]],
  ["masked with an ellipsis", `Invalid key sk-proj-Z…TbWe`, ["TbWe"]],
  ["masked with bullets", `key=••••••••TbWe`, ["TbWe"]],
  ["masked with x", `key=XXXXXXXXTbWe`, ["TbWe"]],
  ...["____", "----", "~~~~", "????", "$$$$", "++++", "[...]", "[REDACTED]", "<hidden>", "(masked)", "(...)"].map(
    (sign): Row => [`masked with ${sign}`, `Invalid key sk-proj-Z${sign}TbWe`, ["TbWe", "sk-proj-Z"]],
  ),
  ["masked twice", `Invalid key ****7-Lr****TbWe`, ["TbWe"]],
  ["the last four characters", `first 4: sk-p, last 4: TbWe`, ["TbWe"]],
  ["the last characters", `{"key":{"last_four":"TbWe"}}`, ["TbWe"]],
  ["the suffix", `{"key_suffix":"TbWe"}`, ["TbWe"]],
  [
    "percent-encoded twice, in a link",
    `Location: /login?next=${coded((code) => `%25${code}`)}`,
    [coded((code) => `%25${code}`).slice(30, 60)],
  ],
  ["in UTF-16 that is read as bytes", [...key].join("\0"), [[...key].join("\0").slice(10, 40)]],
  ["in UTF-16 in JSON", [...key].join("\\u0000"), [[...key].join("\\u0000").slice(12, 60)]],
  ["with invisible operators", [...key].join("\u2063"), [[...key].join("\u2063").slice(10, 40)]],
  ["in long escapes", coded((code) => `\\U000000${code}`), [coded((code) => `\\U000000${code}`).slice(30, 60)]],
  ["in entities with zeros", coded((code) => `&#x00${code};`), [coded((code) => `&#x00${code};`).slice(30, 60)]],
  ["the end in words", `The API key ending in TbWe is not valid`, ["TbWe"]],
  ["broken by a line", `Invalid key ${key.slice(0, 13)}\n    ${key.slice(13)}`, [key.slice(0, 13), key.slice(13)]],
  ["broken by lines of a JSON text", `Invalid key ${key.slice(0, 11)}\\n${key.slice(11)}`, [key.slice(0, 11), key.slice(11)]],
  ["broken everywhere", `Invalid key ${[...key].join("\n")}`, [[...key].join("\n").slice(10, 40)]],
  ["broken by characters without width", `Invalid key ${[...key].join("\u200b")}`, [[...key].join("\u200b").slice(10, 40)]],
  ["in base64", `Invalid credentials ${base64(key)}`, [base64(key).slice(4, -4)]],
  ["in base64 of a header", `Authorization: Basic ${base64(`user:${key}`)}`, [base64(`user:${key}`).slice(10, -4)]],
  ["in base64 after one byte", base64(`:${key}`), [base64(`:${key}`).slice(4, -4)]],
  ["in base64 after two bytes", base64(`a:${key}`), [base64(`a:${key}`).slice(4, -4)]],
  ["in base64url", Buffer.from(key).toString("base64url"), [Buffer.from(key).toString("base64url").slice(4, -4)]],
  ["in base64 broken by lines", base64(key).replaceAll(/.{10}/g, "$&\r\n"), [base64(key).slice(10, 20)]],
  ["percent-encoded", `/models?key=${encodeURIComponent(key)}`, [encodeURIComponent(key)]],
  ["in small letters", `unknown key ${key.toLowerCase()}`, [key.toLowerCase().slice(8, 20)]],
  ["in capitals", `UNKNOWN KEY ${key.toUpperCase()}`, [key.toUpperCase().slice(8, 20)]],
  ["in JSON of PHP", JSON.stringify(key).replaceAll("/", "\\/"), [key.slice(0, 8), key.slice(-8)]],
  ["percent-encoded as a whole", coded((code) => `%${code}`), [coded((code) => `%${code}`).slice(30, 60)]],
  ["in escapes of JSON", coded((code) => `\\u00${code}`), [coded((code) => `\\u00${code}`).slice(30, 60)]],
  ["in escapes of C", coded((code) => `\\x${code}`), [coded((code) => `\\x${code}`).slice(30, 60)]],
  ["in hexadecimal entities", coded((code) => `&#x${code};`), [coded((code) => `&#x${code};`).slice(30, 60)]],
  [
    "in decimal entities",
    coded((code) => `&#${Number.parseInt(code, 16)};`),
    [coded((code) => `&#${Number.parseInt(code, 16)};`).slice(30, 60)],
  ],
  ["in hexadecimal with colons", coded((code) => `${code}:`), [coded((code) => `${code}:`).slice(30, 60)]],
  ["with some entities", key.replace("+", "&#43;").replaceAll("/", "&#x2F;"), [key.slice(0, 12), key.slice(-8)]],
  ["as a Buffer in JSON", JSON.stringify({ key: Buffer.from(key) }), [[...Buffer.from(key)].slice(4, 9).join(",")]],
  [
    "as a Buffer in indented JSON",
    JSON.stringify({ key: Buffer.from(key) }, null, 4),
    [[...Buffer.from(key)].slice(4, 9).join(",\n            ")],
  ],
  ["as a list of bytes", `invalid: [${[...Buffer.from(key)].join(", ")}]`, [[...Buffer.from(key)].slice(4, 9).join(", ")]],
  ["as bytes in C", coded((code) => `0x${code}, `), [coded((code) => `0x${code}, `).slice(30, 60)]],
  ["in escapes with braces", coded((code) => `\\u{${code}}`), [coded((code) => `\\u{${code}}`).slice(30, 60)]],
  ["in octal escapes", coded((code) => `\\${Number.parseInt(code, 16).toString(8)}`), ["\\160\\162"]],
  ["in hexadecimal", Buffer.from(key).toString("hex"), [Buffer.from(key).toString("hex").slice(10, -10)]],
])("a key %s is hidden", (_, text, secrets) => {
  const hidden = hide(text);
  expect(hidden).toContain("[…]");
  for (const secret of secrets) expect(hidden).not.toContain(secret);
});

test.each(["fal:3f9ac04e:71b8d256", "a%41b%42c%43d%44", "q7&#65;Zk2mXw9RtB4"])("a key that looks like a spelling is hidden: %s", (odd) => {
  expect(hideKey(`Invalid key ${odd}.`, odd, "[…]")).toBe("Invalid key […].");
});

test.each([
  "The request was refused: the model … does not exist.",
  "Use at most 3 images...",
  "sk-learn and key-value stores",
  "**Bold** and ***both***, ### Heading",
  "The list ends with an item.",
  "xxxl",
  "| a | b |\n|---|---|\nRun `npm test -- --last 4`, what??? ~~~sh f(…) f[0] <b>TbW</b> $$$ C+++",
  "The last item has the suffix .ts; last 10 characters: 日本",
  "100%25 of %2541 entities &#65; &#x0041; and U+0041",
  "The sizes are 115, 107, 45, 112, 114, 111, 106, 46, 90 and 0x20 0x30 0x40 0x50 0x60 0x70 0x80 0x90.",
  "",
])("a text without a key stays as it is: %j", (text) => {
  expect(hide(text)).toBe(text);
});

test("a key at the limit of a long text is hidden, too", () => {
  for (let padding = 3_960; padding <= 4_000; padding += 1)
    expect(redactText(`${" ".repeat(padding)}${key}`, { key, prompts: [] })).not.toMatch(/Zx81|sk-proj-Z/);
});

test("a long text takes little time", () => {
  const begin = performance.now();
  hide("abc def ".repeat(16_384));
  expect(performance.now() - begin).toBeLessThan(20_000);
});
