/** The account's facts in the status bar's tooltip. */
import { expect, test } from "vitest";
import { describeAccount } from "../../../../src/editor/tasks/describeAccount.ts";

const amount = (value: number) => `${value} credits`;

test.each([
  // Of another service, the interface does not show what the numbers mean.
  [false, "limits.minute: 3", "limits.day: 40"],
  [true, "Requests this minute: 3", "Requests today: 40"],
])(
  "the facts are the values that the service reports, including a negative balance and 0 (built-in service: %s)",
  (countsRequests, minute, day) => {
    const account = { balance: -1.5, balance_referral: 0, balance_bonus: 2, limits: { minute: 3, day: 40 } };
    const lines = ["Balance: -1.5 credits", "Referral: 0 credits", "Bonus: 2 credits", minute, day];
    expect(describeAccount(account, { amount, countsRequests })).toEqual(lines);
  },
);

test("facts that the service does not report are left out", () => {
  const texts = { amount, countsRequests: false };
  expect(describeAccount(undefined, texts)).toEqual([]);
  expect(describeAccount({ balance: 1, balance_bonus: null, limits: { day: 2 } }, texts)).toEqual(["Balance: 1 credits", "limits.day: 2"]);
});
