/** A request and the service's address in; commands for a POSIX shell that send it with curl, the key taken from the environment, out. */
import type { WireRequest } from "./compile.ts";
import { pathOf } from "./compile.ts";

/** The environment variable that commands and scripts read the key from. */
export const keyVariable = "GENERATION_STUDIO_API_KEY";

export function toCurl(request: WireRequest, baseUrl: string): string {
  const stream = request.interface === "v1" && request.kind === "text" && request.body.stream === true;
  const lines = [
    `curl ${stream ? "-N " : ""}${quote(`${baseUrl}${pathOf(request)}`)} \\`,
    `  -H "Authorization: Bearer $${keyVariable}" \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d ${quote(JSON.stringify(request.body, undefined, 2))}`,
  ];
  const poll = pollPath(request);
  if (poll) {
    lines.push("", `# The answer holds the task's id. Poll every 2 seconds until the result is there:`);
    lines.push(`curl ${quote(`${baseUrl}${poll}`)}/ID \\`, `  -H "Authorization: Bearer $${keyVariable}"`);
  }
  return `${lines.join("\n")}\n`;
}

function pollPath(request: WireRequest): string | undefined {
  if (request.interface === "v2") return "/api/v2/status";
  return request.kind === "text" ? undefined : pathOf(request);
}

/** Single quotes for a POSIX shell: nothing inside is expanded. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
