/** When the account's balance is requested. */
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { requestAccount } from "../../../../src/editor/tasks/requestAccount.ts";

/** A window's connection, which changes, and the services whose account was requested. */
function openWindow(baseUrl: string, { isBuiltIn = false, usesV2 = true } = {}) {
  const listeners = new Set<(event: undefined) => void>();
  const state = { baseUrl, isBuiltIn, usesV2 };
  const requested: string[] = [];
  const watch = requestAccount({
    connection: async () => ({ baseUrl: state.baseUrl, isBuiltIn: state.isBuiltIn }),
    onDidChangeConnection(listener) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    usesV2: () => state.usesV2,
    refreshAccount: async (service) => void requested.push(service),
  });
  const connect = async (changed: Partial<typeof state>) => {
    Object.assign(state, changed);
    for (const listener of listeners) listener(undefined);
    await setImmediate();
  };
  return { requested, connect, watch };
}

test("the account is requested once for each service, however often the connection changes", async () => {
  const { requested, connect, watch } = openWindow("https://one.example");
  await connect({});
  await connect({ baseUrl: "https://two.example" });
  await connect({ baseUrl: "https://one.example" });
  expect(requested).toEqual(["https://one.example", "https://two.example"]);
  watch.dispose();
  await connect({ baseUrl: "https://three.example" });
  expect(requested).toHaveLength(2);
});

test("the account is not requested while no kind is generated over v2, and then once", async () => {
  const { requested, connect } = openWindow("https://one.example", { usesV2: false });
  await connect({});
  expect(requested).toEqual([]);
  await connect({ usesV2: true });
  expect(requested).toEqual(["https://one.example"]);
});

test("requesting the account never starts the built-in service", async () => {
  const { requested, connect } = openWindow("built-in:", { isBuiltIn: true });
  await connect({});
  expect(requested).toEqual([]);
});
