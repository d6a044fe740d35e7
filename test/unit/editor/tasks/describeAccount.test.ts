/** The account's facts in the status bar's tooltip. */
import { expect, test } from "vitest";
import { describeAccount } from "../../../../src/editor/tasks/describeAccount.ts";

const t = (message: string, ...values: (string | number)[]) => message.replaceAll(/\{(\d)\}/g, (_, index) => String(values[Number(index)]));

const amount = (value: number) => `${value} credits`;

test("the facts are the values that the service reports, including a negative balance and 0", () => {
  const account = { balance: -1.5, balance_referral: 0, balance_bonus: 2, limits: { minute: 3, day: 40 } };
  expect(describeAccount(account, t, amount)).toEqual([
    "Balance: -1.5 credits",
    "Referral: 0 credits",
    "Bonus: 2 credits",
    "Limits, minute: 3",
    "Limits, day: 40",
  ]);
});

test("facts that the service does not report are left out", () => {
  expect(describeAccount(undefined, t, amount)).toEqual([]);
  expect(describeAccount({ balance: 1, balance_bonus: null, limits: { day: 2 } }, t, amount)).toEqual([
    "Balance: 1 credits",
    "Limits, day: 2",
  ]);
});
