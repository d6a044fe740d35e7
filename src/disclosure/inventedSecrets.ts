/** Recognizes what documentation and tests write in the place of a token or a password. */

const placeholder = /example|x{6}|\*{3}|\.{3}|your|placeholder|password|changeme|0123456789abcdef/i;
/** Words that the forms of real tokens contain, too. */
const word =
  /passw|passphrase|changeit|insert|replace|dummy|redact|foobar|lorem|deadbeef|secret|qwerty|hunter2|letmein|test|fake|sample|todo/i;
/** Neighbours on the keyboard and in the alphabet, which nobody draws. */
const row = /01234567|12345678|abcdefgh|abc123|a1b2c3|98765432/i;
/** What the RFCs 6749 and 7617 show. */
const published =
  /2YotnFZFEjr1zCsicMWpAA|tGzv3JOkF0XG5Qx2TlKWIA|SplxlOBeZQQYbYS6WxSbIA|gX1fBat3bV|7Fjfp0ZBr1KtDRbnfVdmIw|QWxhZGRpbjpvcGVuIHNlc2FtZQ/;

/** Different characters, of which a random token of this length has more. */
const fewestCharacters = 8;

const letters: Readonly<Record<string, string>> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s" };

/** Of a token that has the form of an issuer. */
export function isInvented(token: string): boolean {
  return new Set(token).size < fewestCharacters || placeholder.test(token) || published.test(token);
}

/** Of something without a form. `P4ssw0rd` is a word, too. */
export function isInventedValue(value: string): boolean {
  return (
    isInvented(value) || row.test(value) || word.test(value) || word.test(value.replace(/[013457@$]/g, (digit) => letters[digit] ?? digit))
  );
}
