/** Waits until the window has stored state that contains a text, so that a reload restores it. */
import type { Page } from "playwright-core";
import { vi } from "vitest";

/** VS Code in a browser stores the state of editors and views every five seconds, but not when it is reloaded. */
export async function waitForStored(page: Page, text: string): Promise<void> {
  const isStored = () =>
    page.evaluate(async (wanted) => {
      const result = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      for (const { name } of await indexedDB.databases()) {
        if (name?.startsWith("vscode-web-state-db") !== true) continue;
        const database = await result(indexedDB.open(name));
        const values = await result(database.transaction("ItemTable").objectStore("ItemTable").getAll());
        database.close();
        if (JSON.stringify(values).replaceAll("\\", "").includes(wanted)) return true;
      }
      return false;
    }, text);
  await vi.waitUntil(isStored, { timeout: 60_000, interval: 200 });
}
