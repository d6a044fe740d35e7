/** An answer as an article: its parts, outcome and footer. */

import { useMemo } from "preact/hooks";
import { findTurn } from "../../../chat/conversation/conversation.ts";
import { type AssistantTurn, isRunning } from "../../../chat/conversation/turn.ts";
import { offersImage } from "../../../chat/request/drawingRequest.ts";
import { Icon, LinkButton } from "../../Button.tsx";
import { CodeBadge } from "../../media/CodeBadge.tsx";
import { t } from "../../texts.ts";
import { ModelName } from "../ModelName.tsx";
import { usePanel } from "../panel.ts";
import { tabStop } from "../tabStop.ts";
import { AnswerFooter } from "./AnswerFooter.tsx";
import { Part } from "./AnswerParts.tsx";
import { Outcome } from "./Outcome.tsx";
import type { SiblingsProps } from "./Siblings.tsx";
import { useSecondsUntil } from "./useSecondsUntil.ts";

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
  const { conversation } = store.state;
  const prompt = conversation && turn.parentId !== null ? findTurn(conversation, turn.parentId) : undefined;
  const isImageOffered = useMemo(() => prompt?.role === "user" && offersImage(prompt, turn), [prompt, turn.state, turn.parts.length]);
  // Without a key no model is known, so none was asked.
  const name = turn.model === "" ? t("answer") : t(turn.demo ? "answerOfDemo" : "answerOf", turn.model);
  return (
    <article class="turn answer" data-turn={turn.id} aria-label={name} {...tabStop}>
      <header class="turn-header">
        <Icon name="sparkle" />
        <span class="model-name cut" title={turn.model}>
          {turn.model === "" ? t("answer") : <ModelName id={turn.model} />}
        </span>
        {turn.demo && <CodeBadge />}
      </header>
      {turn.leftOut !== undefined && (
        <div class="step one-line quiet">
          <Icon name="circle-slash" />
          {t("leftOut", turn.model, turn.leftOut.join(", "))}
        </div>
      )}
      {turn.settingsLeftOut !== undefined && (
        <div class="step one-line quiet">
          <Icon name="circle-slash" />
          {t("settingsLeftOut", turn.model, turn.settingsLeftOut.map((setting) => t(setting)).join(", "))}
        </div>
      )}
      {turn.parts.map((part) => (
        <Part key={part.key} turn={turn} part={part} running={running} />
      ))}
      {running && <AnswerRunning delayedUntil={turn.delayedUntil} />}
      <Outcome turn={turn} isLast={isLast} busy={busy} />
      {isImageOffered && (
        <button
          type="button"
          class="button secondary image-offer"
          title={t("generateImageHint")}
          onClick={() => host.call("generateImage", { turnId: turn.id })}
        >
          <Icon name="file-media" />
          <span>{t("generateImage")}</span>
        </button>
      )}
      {continued !== undefined && (
        <div class="notice info">
          <Icon name="info" />
          <div>
            {t("continuedElsewhere")}{" "}
            <LinkButton onClick={() => host.call("chooseTurn", { turnId: continued })}>{t("continuedShow")}</LinkButton>
          </div>
        </div>
      )}
      {!running && <AnswerFooter turn={turn} siblings={siblings} isLast={isLast} busy={busy} isCompared={isCompared} isTask={isTask} />}
    </article>
  );
}

/** `delayedUntil`: Unix milliseconds; undefined if the prompt was sent. */
function AnswerRunning({ delayedUntil }: { delayedUntil: number | undefined }) {
  const left = useSecondsUntil(delayedUntil ?? 0);
  if (left > 0) {
    return (
      <div class="notice info">
        <Icon name="info" />
        <div>{t("requestLimit", left)}</div>
      </div>
    );
  }
  return (
    <div class="typing" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}
