/** Groups conversations for the list: pinned ones, then by the calendar day of their last change. */
import type { ConversationSummary } from "../../../chat/conversation/conversation.ts";

const conversationGroups = [
  "conversationsPinned",
  "conversationsToday",
  "conversationsYesterday",
  "conversationsWeek",
  "conversationsOlder",
] as const;
type GroupName = (typeof conversationGroups)[number];

/** The start of the day `days` before `now`, in Unix milliseconds. Days differ in length. */
function startOfDay(now: number, days: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime();
}

/** `now`: Unix milliseconds. Empty groups are left out; the order within a group is kept. */
export function groupConversations(
  conversations: readonly ConversationSummary[],
  now: number,
): { name: GroupName; conversations: ConversationSummary[] }[] {
  const [today, yesterday, week] = [startOfDay(now, 0), startOfDay(now, 1), startOfDay(now, 7)];
  const nameOf = ({ pinned, updatedAt }: ConversationSummary): GroupName => {
    if (pinned === true) return "conversationsPinned";
    if (updatedAt >= today) return "conversationsToday";
    if (updatedAt >= yesterday) return "conversationsYesterday";
    return updatedAt >= week ? "conversationsWeek" : "conversationsOlder";
  };
  const groups = Map.groupBy(conversations, nameOf);
  return conversationGroups.flatMap((name) => {
    const members = groups.get(name);
    return members === undefined ? [] : [{ name, conversations: members }];
  });
}
