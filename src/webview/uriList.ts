/** The lines of a URI list that are not comments. Source: RFC 2483, "text/uri-list". */
export function readUriList(list: string): string[] {
  return list
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}
