/** The estimated tokens of the next message, and the usage of the previous answers. */
import { type Conversation, visiblePath } from "../../../chat/conversation/conversation.ts";
import type { AutomaticAttachment } from "../../../chat/messages/chatPush.ts";
import { estimateDraft, estimateHistory } from "../../../chat/request/estimateTokens.ts";
import { t, toAmountText } from "../../texts.ts";
import { usePanel } from "../panel.ts";
import { describeTotals } from "./describeUsage.ts";

/** Indicates which numbers are estimates, and whether the model's context size is known. */
function NextMessage({ conversation, text, automatic }: ConversationUsageProps) {
  const { store } = usePanel();
  const { attachments, models } = store.state;
  const isWritten = text.trim() !== "" || attachments.length > 0;
  const offered = isWritten ? automatic.flatMap(({ attachment, isSent }) => (isSent ? [] : [attachment])) : [];
  const { tokens, files } = estimateDraft(text.trim(), [...attachments, ...offered]);
  const isEmpty = tokens === 0 && files === 0;
  const context = models.find(({ id }) => id === conversation.settings.model)?.context;
  const used = tokens + estimateHistory(visiblePath(conversation));
  if (isEmpty && (context === undefined || used === 0)) return null;
  const counts = [...(tokens > 0 ? [t("aboutTokens", tokens)] : []), ...(files > 0 ? [t("fileCount", files)] : [])];
  return (
    <span class="next-message bar">
      {!isEmpty && <span title={t("estimateExplained")}>{counts.join(" · ")}</span>}
      {context !== undefined && <Gauge used={used} context={context} />}
    </span>
  );
}

function Gauge({ used, context }: { used: number; context: number }) {
  const percent = Math.ceil((used / context) * 100);
  const title = t("contextExplained", used, context);
  return (
    <span class={percent > 100 ? "gauge bar over" : "gauge bar"} title={title}>
      <meter min={0} max={context} high={context * 0.8} value={Math.min(used, context)} aria-label={title} />
      {t("contextUsed", percent)}
      {percent > 100 && <span role="status">{t("contextExceeded")}</span>}
    </span>
  );
}

interface ConversationUsageProps {
  conversation: Conversation;
  /** The unsent message. */
  text: string;
  /** What is sent with it without being asked for. */
  automatic: readonly AutomaticAttachment[];
}

/** The sums include all branches of the conversation. */
export function ConversationUsage({ conversation, text, automatic }: ConversationUsageProps) {
  const { costToday } = usePanel().store.state;
  const totals = describeTotals(conversation.turns);
  return (
    <div class="conversation-usage bar note">
      <NextMessage conversation={conversation} text={text} automatic={automatic} />
      {totals.length > 0 && <span title={t("usageConversation")}>{t("conversationTotals", totals.join(" · "))}</span>}
      {costToday !== undefined && <span title={t("costTodayExplained")}>{t("costToday", toAmountText(costToday))}</span>}
    </div>
  );
}
