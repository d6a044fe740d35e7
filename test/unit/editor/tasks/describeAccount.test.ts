/** The account's facts in the status bar's tooltip. */
import { expect, test } from "vitest";
import { describeAccount } from "../../../../src/editor/tasks/describeAccount.ts";

const t = (message: string, ...values: (string | number)[]) => message.replaceAll(/\{(\d)\}/g, (_, index) => String(values[Number(index)]));

test("the facts are the values that the service reports, including a negative balance and 0", () => {
  const account = { balance: -1.5, balance_referral: 0, balance_bonus: 2, limits: { minute: 3, day: 40 } };
  expect(describeAccount(account, t)).toEqual(["Balance: -1.5", "Referral: 0", "Bonus: 2", "Limits, minute: 3", "Limits, day: 40"]);
});

test("facts that the service does not report are left out", () => {
  expect(describeAccount(undefined, t)).toEqual([]);
  expect(describeAccount({ balance: 1, balance_bonus: null, limits: { day: 2 } }, t)).toEqual(["Balance: 1", "Limits, day: 2"]);
});
