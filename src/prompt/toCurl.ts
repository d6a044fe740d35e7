/** Writes a request as curl commands for a POSIX shell. The key comes from the environment. */
import type { WireRequest } from "./compile.ts";
import { pathOf, resultPathOf } from "./compile.ts";
import { keyVariable } from "./keyVariable.ts";

/**
 * The body stands below the command, where a shell expands nothing and an attached file may be larger than an argument can be. No line of JSON
 * is the word that ends it. Comments hold no apostrophe: some shells read them as commands when they are pasted.
 */
export function toCurl(request: WireRequest, baseUrl: string): string {
  const stream = request.interface === "v1" && request.kind === "text" && request.body.stream === true;
  const lines = [
    `curl ${stream ? "-N " : ""}${quote(`${baseUrl}${pathOf(request)}`)} \\`,
    `  -H "Authorization: Bearer $${keyVariable}" \\`,
    "  -H 'Content-Type: application/json' \\",
    "  --data-binary @- <<'REQUEST'",
    JSON.stringify(request.body, undefined, 2),
    "REQUEST",
  ];
  if (request.interface === "v2" || request.kind !== "text") {
    lines.push("", "# The answer contains the id of the task. Replace ID with it, and repeat every 2 seconds until the result is there:");
    lines.push(`# curl ${quote(`${baseUrl}${resultPathOf(request)}/ID`)} -H "Authorization: Bearer $${keyVariable}"`);
  }
  return `${lines.join("\n")}\n`;
}

/** Single quotes for a POSIX shell: nothing inside is expanded. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
