/**
 * A statement that changes accounts as `change` says, keeps their new balances as those of a day, and returns these. `day`: the parameter that
 * has it, as `YYYY-MM-DD` in UTC.
 */
export function keepBalances(change: string, day: string): string {
  return `WITH changed AS (${change} RETURNING id, balance + bonus + referral AS balance)
    INSERT INTO balances SELECT id, ${day}::date, balance FROM changed
    ON CONFLICT (account, day) DO UPDATE SET balance = excluded.balance RETURNING balance`;
}
