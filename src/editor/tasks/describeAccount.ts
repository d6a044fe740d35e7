import { t } from "../../contract/translate.ts";
import type { Account } from "../../contract/v2.ts";

export interface AccountTexts {
  /** Writes an amount with its unit. */
  amount: (value: number) => string;
  /** The service is known to count requests in `limits`, whose meaning the interface does not show. */
  countsRequests: boolean;
}

/** The service's facts about the account, one per line. */
export function describeAccount(account: Account | undefined, { amount, countsRequests }: AccountTexts): string[] {
  const { balance, balance_referral, balance_bonus, limits } = account ?? {};
  return [
    ...(balance == null ? [] : [t("Balance: {0}", amount(balance))]),
    ...(balance_referral == null ? [] : [t("Referral: {0}", amount(balance_referral))]),
    ...(balance_bonus == null ? [] : [t("Bonus: {0}", amount(balance_bonus))]),
    ...(limits?.minute == null
      ? []
      : [countsRequests ? t("Requests this minute: {0}", limits.minute) : t("limits.minute: {0}", limits.minute)]),
    ...(limits?.day == null ? [] : [countsRequests ? t("Requests today: {0}", limits.day) : t("limits.day: {0}", limits.day)]),
  ];
}
