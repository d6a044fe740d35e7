/** Writes a request as curl commands for a POSIX shell. The key comes from the environment. */

import type { WireRequest } from "../../contract/wireRequest.ts";
import { keyVariable } from "../parse/keyVariable.ts";
import { pathOf, resultPathOf } from "./compile.ts";

/**
 * The body follows the command in a here-document, in which the shell expands nothing and which may be longer than an argument. No line of
 * JSON equals its delimiter. Comments contain no apostrophe, because some shells parse pasted comments as commands.
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

/** Quotes a text for a POSIX shell, so that nothing in it is expanded. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
