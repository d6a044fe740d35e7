/**
 * A statement that changes accounts with `change`, records their new balances for a day, and returns them. `day`: the
 * expression of the day in UTC.
 */
export function keepBalances(change: string, day: string): string {
  return `WITH changed AS (${change} RETURNING id, balance + bonus + referral AS balance)
    INSERT INTO balances SELECT id, ${day}::date, balance FROM changed
    ON CONFLICT (account, day) DO UPDATE SET balance = excluded.balance RETURNING balance`;
}
