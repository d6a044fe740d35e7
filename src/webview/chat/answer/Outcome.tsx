/** How an answer ended, if that needs an explanation, and the actions that help. */

import { type AssistantTurn, isContinuable, isFetchable, type TurnHelp } from "../../../chat/conversation/turn.ts";
import type { PanelTextName } from "../../../chat/texts/panelTexts.ts";
import { Icon, LinkButton } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";
import { canTryAgain, describeOutcome } from "./describeOutcome.ts";
import { useSecondsUntil } from "./useSecondsUntil.ts";

const helpNames = {
  setKey: "setKey",
  chooseModel: "chooseAnotherModel",
  changeRequest: "changeRequest",
  openAccountPage: "accountPage",
  openSettings: "openSettings",
} as const satisfies Record<TurnHelp, PanelTextName>;

function HelpButton({ help }: { help: TurnHelp }) {
  const { store, host } = usePanel();
  const act = () => (help === "chooseModel" || help === "changeRequest" ? store.ask({ type: help }) : host.call(help));
  return <LinkButton onClick={act}>{t(helpNames[help])}</LinkButton>;
}

/** `retryAt`: Unix milliseconds; the button counts down until then. */
function TryAgainButton({ retryAt, busy, tryAgain }: { retryAt: number; busy: boolean; tryAgain: () => void }) {
  const left = useSecondsUntil(retryAt);
  const mayTry = left === 0;
  return (
    <LinkButton disabled={busy || !mayTry} onClick={tryAgain}>
      {mayTry ? t("tryAgain") : t("tryAgainIn", left)}
    </LinkButton>
  );
}

interface OutcomeProps {
  turn: AssistantTurn;
  /** No turn follows it. Only such an answer may be continued. */
  isLast: boolean;
  /** An answer is running, so no other one can be requested. */
  busy: boolean;
}

export function Outcome({ turn, isLast, busy }: OutcomeProps) {
  const { host } = usePanel();
  const notice = describeOutcome(turn);
  if (notice === undefined) return null;
  const { codes, requestId, help, retryAt } = turn.error ?? {};
  const mayContinue = isLast && isContinuable(turn);
  return (
    <div class={`notice ${notice.tone}`}>
      <Icon name={notice.icon} />
      <div>
        <strong>{notice.title}</strong> {notice.text}
        {codes !== undefined && turn.state === "failed" && <div class="note">{codes}</div>}
        {requestId !== undefined && turn.state === "failed" && <div class="note">{t("request", requestId)}</div>}
        {(mayContinue || canTryAgain(turn) || help !== undefined) && (
          <div class="notice-actions bar">
            {isFetchable(turn, Date.now()) && (
              <LinkButton disabled={busy} title={t("fetchAnswerHint")} onClick={() => host.call("fetchAnswer", { turnId: turn.id })}>
                {t("fetchAnswer")}
              </LinkButton>
            )}
            {mayContinue && (
              <LinkButton disabled={busy} title={t("continueAnswerHint")} onClick={() => host.call("continueAnswer", { turnId: turn.id })}>
                {t("continueAnswer")}
              </LinkButton>
            )}
            {help !== undefined && <HelpButton help={help} />}
            {canTryAgain(turn) && (
              <TryAgainButton retryAt={retryAt ?? 0} busy={busy} tryAgain={() => host.call("regenerate", { turnId: turn.id })} />
            )}
          </div>
        )}
      </div>
    </div>
  );
}
