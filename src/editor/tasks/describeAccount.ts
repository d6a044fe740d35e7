import type { Account } from "../../contract/v2.ts";
import type { Translate } from "../base/describeError.ts";

/** The service's facts about the account, one per line. `amount` writes an amount with its unit. */
export function describeAccount(account: Account | undefined, t: Translate, amount: (value: number) => string): string[] {
  const { balance, balance_referral, balance_bonus, limits } = account ?? {};
  return [
    ...(balance == null ? [] : [t("Balance: {0}", amount(balance))]),
    ...(balance_referral == null ? [] : [t("Referral: {0}", amount(balance_referral))]),
    ...(balance_bonus == null ? [] : [t("Bonus: {0}", amount(balance_bonus))]),
    ...(limits?.minute == null ? [] : [t("Limits, minute: {0}", limits.minute)]),
    ...(limits?.day == null ? [] : [t("Limits, day: {0}", limits.day)]),
  ];
}
