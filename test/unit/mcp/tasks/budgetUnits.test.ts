/** Agents' budgets count only costs in their unit. */
import { expect, test } from "vitest";
import { Budget } from "../../../../src/mcp/tasks/budget.ts";
import type { AgentOrigin } from "../../../../src/tasks/tasks.ts";
import { openScripted } from "../../tasks/imageTask.ts";
import { baseUrl } from "../../tasks/scriptedClient.ts";

test.each([
  ["demo-text", "demo credits", true],
  ["writer", "€", true],
  ["writer", "$", false],
  ["writer", undefined, false],
])("a cost of %s in the unit %s leaves the rest of a budget: %s", async (model, unit, isLeft) => {
  const { tasks, target } = await openScripted(
    { pollV2: () => ({ contents: { status: 2, text: "Hi", cost: { amount: 70 } }, error: null }) },
    { unitOf: () => unit },
  );
  const budget = new Budget({ budget: { session: 1, day: 1 }, unit: "$" });
  const submit = async () => {
    const reservation = budget.reserve(0);
    const origin: AgentOrigin = { type: "agent", estimate: 0 };
    const body = { ai: { model }, content: [{ type: "input_text" as const, text: "Hello" }] };
    const admit = () => reservation.admit(tasks);
    const handle = tasks.submit({ baseUrl, request: { interface: "v2", kind: "text", body }, target, origin, admit });
    reservation.key = handle.key;
    return handle.end();
  };
  await submit();
  const second = submit();
  if (isLeft) await expect(second).resolves.toMatchObject({ state: "saved" });
  else await expect(second).rejects.toThrow("is used up. Spent or reserved: $70.");
});
