/** How often a request is sent to a provider that refuses it. */
import { expect, test, vi } from "vitest";
import { attempt } from "../../../../src/service/work/attempt.ts";
import { createSimulatedProvider } from "../../../simulation/simulatedProvider.ts";
import { textRequest } from "../../providers/requests.ts";

const { provider } = createSimulatedProvider();
const [, , writer] = provider.configuredModels;
if (!writer) throw new TypeError("The provider has a text model.");
const model = { id: "local/writer", provider, model: writer };

test("a port where nothing listens is tried twice: it may just be started again", async () => {
  const thrown = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
  const send = vi.fn(() => Promise.reject(thrown));
  const none = async () => undefined;
  const request = textRequest("Hi", { model: model.id });
  const { signal } = new AbortController();
  await expect(attempt({ models: [model], request, signal, onSend: none, onRefused: none, send })).rejects.toThrow("is not running");
  expect(send).toHaveBeenCalledTimes(2);
});
