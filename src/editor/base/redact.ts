import { hideKey } from "../../network/hideKey.ts";
import { redactKeys } from "../../network/redactKeys.ts";

const dataUri = /data:[a-z0-9.+-]+\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/=]+/gi;

/** Replaces known secrets, what looks like a key, and inline files. */
export function redact(line: string, secrets: Iterable<string>): string {
  let text = line;
  for (const secret of secrets) text = hideKey(text, secret, "[key]");
  return redactKeys(text).replace(dataUri, "[data]");
}
