/** A task in; JSON text for people and bug reports out. */
import type { Task } from "./task.ts";

const dataUri = /^data:([^,]{0,200}),/;

/** Holds the prompt, since it is the user's own record, but no inline files, and nothing of an address but its origin and path. */
export function exportTask(task: Task): string {
  const shown = { ...task, baseUrl: withoutSecrets(task.baseUrl) };
  return `${JSON.stringify(shown, (_, value: unknown) => (typeof value === "string" ? shorten(value) : value), 2)}\n`;
}

function shorten(text: string): string {
  const prefix = dataUri.exec(text);
  if (prefix !== null) return `${prefix[0]}… (${text.length} characters)`;
  return /^https?:\/\//.test(text) ? withoutSecrets(text) : text;
}

/** User names, passwords, queries and fragments of addresses may be secrets. */
function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin + (pathname === "/" ? "" : pathname);
}
