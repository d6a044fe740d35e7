/** Agents' budgets count only costs in their unit, and allow what costs nothing in it. */
import { expect, test } from "vitest";
import type { SubmitOptions } from "../../../../src/generations/submitOptions.ts";
import type { AgentOrigin } from "../../../../src/generations/tasks.ts";
import { AgentBudget } from "../../../../src/mcp/tasks/budget.ts";
import { openScripted } from "../../generations/imageTask.ts";
import { baseUrl } from "../../generations/scriptedClient.ts";

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
  const budget = new AgentBudget({ budget: { session: 1, day: 1 }, unit: "$" });
  const submit = async () => {
    const reservation = budget.reserve(1);
    const origin: AgentOrigin = { type: "agent", estimate: 1 };
    const body = { ai: { model }, content: [{ type: "input_text" as const, text: "Hello" }] };
    const admit: SubmitOptions["admit"] = (record) => record(() => reservation.admit(tasks));
    const handle = tasks.submit({ baseUrl, request: { interface: "v2", kind: "text", body }, target, origin, admit });
    reservation.key = handle.key;
    return handle.end();
  };
  await submit();
  const second = submit();
  if (isLeft) await expect(second).resolves.toMatchObject({ state: "saved" });
  else await expect(second).rejects.toThrow("is used up. Spent or reserved: $70.");
});

test.each([
  ["costs nothing", 0, undefined],
  ["may cost something", undefined, "is used up"],
  ["costs something", 1, "is used up"],
])("of a budget that is used up, a request that %s", async (_, estimate, refused) => {
  const { tasks } = await openScripted({});
  const budget = new AgentBudget({ budget: { session: 0, day: 0 }, unit: "$" });
  const admit = () => budget.reserve(estimate).admit(tasks);
  if (refused === undefined) expect(admit).not.toThrow();
  else expect(admit).toThrow(refused);
});
