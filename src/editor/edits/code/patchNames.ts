/** Reads the names of files in the headers of patches. */

/** The two names of git's header, which are equal if they contain spaces without quotes. */
export function headerNames(text: string): [before: string | undefined, after: string | undefined] {
  const [, one, other] = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(text) ?? [];
  if (one !== undefined && other !== undefined) return [withoutQuotes(one), withoutQuotes(other)];
  const middle = (text.length - 1) / 2;
  const [before, after] = [text.slice(0, middle), text.slice(middle + 1)];
  return before.slice(2) === after.slice(2) ? [before, after] : [text, text];
}

/** Prefixes that git writes before names, also with `diff.mnemonicPrefix`. */
const prefix = /^[abciow]\//;
/** Ends of the names of copies that programs compare. */
const copyEnd = /(?:\.(?:orig|old|new|bak|backup|modified|updated|fixed)|~)$/;

/** The two names of a file; they differ only if it is renamed. */
export function withoutPrefixes(before: string | undefined, after: string | undefined): (string | undefined)[] {
  const own = /^[ab]\//;
  if (before === undefined || after === undefined) return [before?.replace(own, ""), after?.replace(own, "")];
  const [from, to] = [before.replace(prefix, ""), after.replace(prefix, "")];
  if (before.startsWith("a/") && after.startsWith("b/")) return [from, to];
  if (before === after) return [before, after];
  if (from === to || from === after || before === to) return from === after ? [after, after] : [to, to];
  if (before.replace(copyEnd, "") === after || before === after.replace(copyEnd, "")) {
    const path = before.length < after.length ? before : after;
    return [path, path];
  }
  return [before, after];
}

/** The path in a file header, without the time that follows it. undefined: there is no such file. */
export function headerPath(line: string): string | undefined {
  const [text = ""] = line.slice(4).split("\t", 1);
  const [name = ""] = text.split(/ \d{4}-\d\d-\d\d \d\d:\d\d/, 1);
  const path = withoutQuotes(name.trim());
  return path === "/dev/null" ? undefined : path;
}

/** Git quotes a path with special characters, and writes their bytes as octal numbers. Source: git-config, `core.quotePath`. */
export function withoutQuotes(path: string): string {
  if (!/^".*"$/.test(path)) return path;
  const inner = path.slice(1, -1);
  const bytes = inner.replace(/(?:\\[0-3][0-7]{2})+/g, (escapes) => {
    const values = escapes.match(/[0-3][0-7]{2}/g) ?? [];
    return decodeBytes(values.map((value) => Number.parseInt(value, 8)));
  });
  return bytes.replace(/\\(["\\])/g, "$1");
}

function decodeBytes(bytes: readonly number[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
