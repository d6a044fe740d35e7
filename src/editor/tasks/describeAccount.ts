import type { Account } from "../../contract/v2.ts";
import type { Translate } from "../describeError.ts";

/** The service's facts about the account, one per line. Amounts have no unit, because the unit is the service's own. */
export function describeAccount(account: Account | undefined, t: Translate): string[] {
  const { balance, balance_referral, balance_bonus, limits } = account ?? {};
  return [
    ...(balance == null ? [] : [t("Balance: {0}", balance)]),
    ...(balance_referral == null ? [] : [t("Referral: {0}", balance_referral)]),
    ...(balance_bonus == null ? [] : [t("Bonus: {0}", balance_bonus)]),
    ...(limits?.minute == null ? [] : [t("Limits, minute: {0}", limits.minute)]),
    ...(limits?.day == null ? [] : [t("Limits, day: {0}", limits.day)]),
  ];
}
