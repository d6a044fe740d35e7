import type { RequestLog } from "../settings/settings.ts";

/** Milliseconds. */
const quiet = 10 * 60_000;
const mostLines = 1000;

/** Leaves out a line that was logged in the last ten minutes: one cause may concern each attempt of many tasks. */
export function withoutRepeats(log: RequestLog, now: () => number = () => performance.now()): RequestLog {
  const logged = new Map<string, number>();
  return (line) => {
    const at = logged.get(line);
    if (at !== undefined && now() - at < quiet) return;
    if (logged.size >= mostLines) logged.clear();
    logged.set(line, now());
    log(line);
  };
}
