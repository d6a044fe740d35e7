/** An answer as an article: its parts, outcome, actions and usage. */
import { plainText } from "../../../chat/conversation.ts";
import { type AssistantTurn, isRunning } from "../../../chat/turn.ts";
import { CopyButton, Icon, IconButton } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { describeUsage, explainUsage } from "../conversations/describeUsage.ts";
import { usePanel } from "../panel.ts";
import { ReadAloud } from "../speech/ReadAloud.tsx";
import { tabStop } from "../tabStop.ts";
import { Part } from "./AnswerParts.tsx";
import { AnswerRunning } from "./AnswerRunning.tsx";
import { Outcome } from "./Outcome.tsx";
import { Siblings, type SiblingsProps } from "./Siblings.tsx";

interface AnswerProps {
  turn: AssistantTurn;
  siblings: SiblingsProps;
  /** No turn follows it. */
  isLast: boolean;
  /** Another version of the last answer that has turns after it. */
  continued: string | undefined;
  /** This or another answer is running, so none can be regenerated. */
  busy: boolean;
  /** It is shown beside another answer, and the user has to choose one. */
  isCompared?: boolean;
}

export function Answer({ turn, siblings, isLast, continued, busy, isCompared = false }: AnswerProps) {
  const { store, host } = usePanel();
  const running = isRunning(turn.state);
  // A task cannot be regenerated like an answer.
  const isTask = turn.parts.some(({ kind }) => kind === "task");
  // Without a key no model is known, so none was asked.
  const name = turn.model === "" ? t("answer") : t(turn.demo ? "answerOfDemo" : "answerOf", turn.model);
  return (
    <article class="turn answer" data-turn={turn.id} aria-label={name} {...tabStop}>
      <header class="turn-header">
        <Icon name="sparkle" />
        <span class="model-name" title={turn.model}>
          {turn.model || t("answer")}
        </span>
        {turn.demo && (
          <span class="badge" title={t("demoAnswer")}>
            {t("demo")}
          </span>
        )}
      </header>
      {turn.leftOut !== undefined && (
        <div class="step">
          <Icon name="circle-slash" />
          {t("leftOut", turn.model, turn.leftOut.join(", "))}
        </div>
      )}
      {turn.parts.map((part) => (
        <Part key={part.key} turn={turn} part={part} running={running} />
      ))}
      {running && <AnswerRunning delayedUntil={turn.delayedUntil} />}
      <Outcome turn={turn} isLast={isLast} busy={busy} />
      {continued !== undefined && (
        <div class="notice info">
          <Icon name="info" />
          <div>
            {t("continuedElsewhere")}{" "}
            <button type="button" class="link-button" onClick={() => host.post({ type: "chooseTurn", turnId: continued })}>
              {t("continuedShow")}
            </button>
          </div>
        </div>
      )}
      {!running && (
        <footer class="turn-footer">
          {isCompared ? (
            <button type="button" class="button secondary" onClick={() => store.ask({ type: "keepAnswer", turnId: turn.id })}>
              {t("keepAnswer")}
            </button>
          ) : (
            <Siblings {...siblings} />
          )}
          <span class="turn-actions">
            {!isTask && (
              <CopyButton
                title={t("copyAnswer")}
                onCopy={() => {
                  host.post({ type: "copy", text: plainText(turn) });
                  return true;
                }}
              />
            )}
            {!isCompared && !isTask && (
              <>
                <IconButton
                  icon="refresh"
                  title={t(isLast ? "regenerate" : "regenerateEarlier")}
                  disabled={busy}
                  onClick={() => host.post({ type: "regenerate", turnId: turn.id })}
                />
                <IconButton
                  icon="chevron-down"
                  class="beside"
                  title={t("regenerateWith")}
                  disabled={busy}
                  onClick={() => store.ask({ type: "regenerateWith", turnId: turn.id, model: turn.model })}
                />
                <IconButton
                  icon="split-horizontal"
                  title={t("compareWith")}
                  disabled={busy}
                  onClick={() => store.ask({ type: "compareWith", turnId: turn.id, model: turn.model })}
                />
              </>
            )}
            {plainText(turn) !== "" && <ReadAloud turnId={turn.id} />}
            {!isTask && (
              <IconButton
                icon="save-as"
                title={t("saveAsPromptDocument")}
                onClick={() => host.post({ type: "saveAsPromptDocument", turnId: turn.id })}
              />
            )}
            <IconButton icon="trash" title={t("deleteAnswer")} onClick={() => host.post({ type: "deleteTurn", turnId: turn.id })} />
          </span>
          <span class="usage" title={explainUsage(turn)}>
            {describeUsage(turn).join(" · ")}
          </span>
        </footer>
      )}
    </article>
  );
}
