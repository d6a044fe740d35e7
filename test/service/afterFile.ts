/** What the tests of a file have opened. Vitest ignores `afterAll` within a test, and the files of a worker share its memory. */
const opened: (() => Promise<void>)[] = [];

/** Calls `close` after the file's tests, the last one first. */
export function afterFile(close: () => Promise<void>): void {
  opened.push(close);
}

export async function closeOpened(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}
