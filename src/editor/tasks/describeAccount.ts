import type { Account } from "../../contract/v2.ts";
import type { Translate } from "../describeError.ts";

/** What the service reports about the account, a line for each fact. Units are the service's own: numbers stand alone. */
export function describeAccount(account: Account | undefined, t: Translate): string[] {
  const { balance, balance_referral, balance_bonus, limits } = account ?? {};
  return [
    ...(balance == null ? [] : [t("Balance: {0}", balance)]),
    ...(balance_referral == null ? [] : [t("Referral: {0}", balance_referral)]),
    ...(balance_bonus == null ? [] : [t("Bonus: {0}", balance_bonus)]),
    ...(limits?.minute == null ? [] : [t("Requests this minute: {0}", limits.minute)]),
    ...(limits?.day == null ? [] : [t("Requests today: {0}", limits.day)]),
  ];
}
