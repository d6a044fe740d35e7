/** An assistant's turn in; its article with parts, outcome, actions and usage out. */
import { plainText } from "../../chat/conversation.ts";
import { type AssistantTurn, isRunning } from "../../chat/turn.ts";
import { Part } from "./AnswerParts.tsx";
import { Icon, IconButton } from "./Button.tsx";
import { usePanel } from "./panel.ts";
import { Siblings, type SiblingsProps } from "./Siblings.tsx";

interface Notice {
  icon: string;
  tone: "info" | "warning" | "error";
  title: string;
  text?: string;
}

const incompleteReasons: Record<string, string> = {
  max_output_tokens: "It reached the longest answer that the model gives.",
  content_filter: "A content filter ended it.",
};

function noticeFor(turn: AssistantTurn): Notice | undefined {
  switch (turn.state) {
    case "stopped":
    case "aborted":
      return { icon: "debug-stop", tone: "info", title: "Stopped.", text: turn.parts.length > 0 ? "This is what had arrived." : "" };
    case "incomplete": {
      const reason = turn.incompleteReason;
      return {
        icon: "warning",
        tone: "warning",
        title: "Incomplete.",
        text: reason === undefined ? "" : (incompleteReasons[reason] ?? reason),
      };
    }
    case "truncated":
      return {
        icon: "debug-disconnect",
        tone: "warning",
        title: "Cut off.",
        text: turn.error?.message ?? "The connection ended before the answer did.",
      };
    case "failed":
      return { icon: "error", tone: "error", title: "Failed.", text: turn.error?.message ?? "The service gave no reason." };
    case "refused":
      return turn.parts.some((part) => part.kind === "refusal")
        ? undefined
        : { icon: "circle-slash", tone: "warning", title: "The model refused." };
    case "completed":
      return turn.parts.length === 0 ? { icon: "info", tone: "info", title: "The answer is empty." } : undefined;
    case "waiting":
    case "streaming":
      return undefined;
  }
}

const canTryAgain: readonly AssistantTurn["state"][] = ["failed", "truncated", "stopped", "aborted"];

function Outcome({ turn }: { turn: AssistantTurn }) {
  const { host } = usePanel();
  const notice = noticeFor(turn);
  if (notice === undefined) return null;
  const needsKey = turn.error?.kind === "missingKey" || turn.error?.kind === "invalidKey";
  return (
    <div class={`notice ${notice.tone}`}>
      <Icon name={notice.icon} />
      <div>
        <strong>{notice.title}</strong> {notice.text}
        {turn.error?.requestId !== undefined && <div class="detail">Request {turn.error.requestId}</div>}
        {(canTryAgain.includes(turn.state) || needsKey) && (
          <div class="notice-actions">
            {needsKey && (
              <button type="button" class="link-button" onClick={() => host.post({ type: "setKey" })}>
                Set API Key…
              </button>
            )}
            {canTryAgain.includes(turn.state) && (
              <button type="button" class="link-button" onClick={() => host.post({ type: "regenerate", turnId: turn.id })}>
                Try Again
              </button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

const wholeNumber = new Intl.NumberFormat("en");

function usageText(turn: AssistantTurn): string[] {
  const { usage, milliseconds } = turn;
  const texts: string[] = [];
  if (usage?.input_tokens != null && usage.output_tokens != null)
    texts.push(`${wholeNumber.format(usage.input_tokens)} in · ${wholeNumber.format(usage.output_tokens)} out`);
  else if (usage?.total_tokens != null) texts.push(`${wholeNumber.format(usage.total_tokens)} tokens`);
  if (milliseconds !== undefined)
    texts.push(milliseconds < 60_000 ? `${(milliseconds / 1000).toFixed(1)} s` : `${Math.round(milliseconds / 60_000)} min`);
  return texts;
}

function usageTitle(turn: AssistantTurn): string {
  const cached = turn.usage?.input_tokens_details?.cached_tokens;
  const reasoning = turn.usage?.output_tokens_details?.reasoning_tokens;
  return ["Tokens used and time taken", cached ? `${cached} cached` : "", reasoning ? `${reasoning} for reasoning` : ""]
    .filter(Boolean)
    .join(", ");
}

export function Answer({ turn, siblings }: { turn: AssistantTurn; siblings: SiblingsProps }) {
  const { host } = usePanel();
  const running = isRunning(turn.state);
  return (
    <article class="turn answer" data-turn={turn.id} aria-label={`Answer of ${turn.model}${turn.demo ? ", demo" : ""}`} tabIndex={-1}>
      <header class="turn-header">
        <Icon name="sparkle" />
        <span class="model-name" title={turn.model}>
          {turn.model}
        </span>
        {turn.demo && (
          <span class="badge" title="The built-in demo service made this, not a real model">
            Demo
          </span>
        )}
      </header>
      {turn.parts.map((part) => (
        <Part key={part.key} turn={turn} part={part} running={running} />
      ))}
      {running && (
        <div class="typing" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      )}
      <Outcome turn={turn} />
      {!running && (
        <footer class="turn-footer">
          <Siblings {...siblings} />
          <span class="turn-actions">
            <IconButton icon="copy" title="Copy Answer" onClick={() => host.post({ type: "copy", text: plainText(turn) })} />
            <IconButton icon="refresh" title="Regenerate" onClick={() => host.post({ type: "regenerate", turnId: turn.id })} />
            <IconButton
              icon="save-as"
              title="Save as Prompt Document"
              onClick={() => host.post({ type: "saveAsPromptDocument", turnId: turn.id })}
            />
            <IconButton icon="trash" title="Delete Answer" onClick={() => host.post({ type: "deleteTurn", turnId: turn.id })} />
          </span>
          <span class="usage" title={usageTitle(turn)}>
            {usageText(turn).join(" · ")}
          </span>
        </footer>
      )}
    </article>
  );
}
