/** The days of an account's usage. */
import { expect, test } from "vitest";
import { fillDays, firstDay } from "../../../../src/service/page/usageSection.ts";

const now = Date.parse("2026-03-02T00:00:00Z");

test("thirty days end with today, which has the current balance, and a day without tasks has the balance of the day before", () => {
  const used = [
    { day: "2026-02-26", tasks: 2, cost: 3, balance: undefined },
    { day: "2026-02-27", tasks: 1, cost: 4, balance: 50 },
    { day: "2026-03-01", tasks: 1, cost: 5, balance: 45 },
  ];
  const days = fillDays(used, now, 44);
  expect(days).toHaveLength(30);
  expect(days[0]?.day).toBe(firstDay(now));
  expect(days.slice(-5)).toEqual([
    { day: "2026-02-26", tasks: 2, cost: 3, balance: undefined },
    { day: "2026-02-27", tasks: 1, cost: 4, balance: 50 },
    { day: "2026-02-28", tasks: 0, cost: 0, balance: 50 },
    { day: "2026-03-01", tasks: 1, cost: 5, balance: 45 },
    { day: "2026-03-02", tasks: 0, cost: 0, balance: 44 },
  ]);
});

test("an account without usage has today's balance", () => {
  const days = fillDays([], now, 7);
  expect(days.at(-1)).toEqual({ day: "2026-03-02", tasks: 0, cost: 0, balance: 7 });
  expect(days.slice(0, -1).every(({ balance }) => balance === undefined)).toBe(true);
});
