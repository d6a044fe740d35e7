import type { SharedV4Warning } from "@ai-sdk/provider";
import type { Warn } from "../../providers/callContext.ts";

/** Writes what providers warn of to the log, each once for a task, which may poll often. The words are redacted, because they may repeat what was sent. */
export function warnOnce(log: (line: string) => void): Warn {
  const said = new Set<string>();
  return (provider, request, warnings) => {
    for (const warning of warnings ?? []) {
      const line = `${provider.name} warns: ${provider.redact(describe(warning), request)}`;
      if (!said.has(line)) log(line);
      said.add(line);
    }
  };
}

function describe(warning: SharedV4Warning): string {
  switch (warning.type) {
    case "unsupported":
    case "compatibility":
      return `${warning.type} ${warning.feature}${warning.details === undefined ? "" : `: ${warning.details}`}`;
    case "deprecated":
      return `deprecated ${warning.setting}: ${warning.message}`;
    case "other":
      return warning.message;
    default:
      // A package may follow another version of the specification.
      return JSON.stringify(warning satisfies never);
  }
}
