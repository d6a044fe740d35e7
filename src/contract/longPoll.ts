/**
 * Long polls: an addition to the polls of tasks. A service announces them in the header `accept-prefer` of its answers about tasks. A client
 * then sends `Prefer: wait=N`, and the answer comes when the task's state changes, or after that many seconds. Source: RFC 7240, 4.3.
 */

/** Seconds. Shorter than the time without an answer after which common proxies give up. */
export const longestWait = 30;

/** What announces long polls. */
export const announcedWait = { name: "accept-prefer", value: `wait=${longestWait}` } as const;

/** A list element: quoted words may contain commas. */
const preferences = /(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|$))+/g;
const wait = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i;

/** The whole seconds of `wait` in a list of preferences; the first one counts. undefined: it has none. */
export function readPreferredWait(list: string | null | undefined): number | undefined {
  for (const preference of list?.match(preferences) ?? []) {
    const seconds = wait.exec(preference)?.[1];
    if (seconds !== undefined) return Number(seconds);
  }
  return undefined;
}
