/** Stores API keys by origin. No other module uses SecretStorage. */
import type * as vscode from "vscode";

export interface Secrets {
  /** undefined: no key is stored for this origin. */
  key(baseUrl: string): Promise<string | undefined>;
  setKey(baseUrl: string, key: string): Promise<void>;
  removeKey(baseUrl: string): Promise<void>;
  /** Fires when a key has changed in any window. */
  readonly onDidChange: vscode.Event<unknown>;
}

/** `https://host:port` of an address. Throws TypeError if it is not an address. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}

export function createSecrets(storage: vscode.SecretStorage, protect: (secret: string) => void): Secrets {
  const nameFor = (baseUrl: string) => `generationStudio.key:${originOf(baseUrl)}`;
  return {
    async key(baseUrl) {
      const key = await storage.get(nameFor(baseUrl));
      if (key !== undefined) protect(key);
      return key;
    },
    async setKey(baseUrl, key) {
      protect(key);
      await storage.store(nameFor(baseUrl), key);
    },
    async removeKey(baseUrl) {
      await storage.delete(nameFor(baseUrl));
    },
    onDidChange: storage.onDidChange,
  };
}
