/** An answer's turn in; how it ended, where it does not speak for itself, and what helps, out. */
import { useEffect, useState } from "preact/hooks";
import type { PanelTextName } from "../../chat/panelTexts.ts";
import type { AssistantTurn, TurnHelp } from "../../chat/turn.ts";
import { t } from "../texts.ts";
import { Icon } from "./Button.tsx";
import { canTryAgain, describeOutcome } from "./describeOutcome.ts";
import { usePanel } from "./panel.ts";

const helpNames = {
  setKey: "setKey",
  chooseModel: "chooseAnotherModel",
  changeRequest: "changeRequest",
  openAccountPage: "accountPage",
  openSettings: "openSettings",
} as const satisfies Record<TurnHelp, PanelTextName>;

function HelpButton({ help }: { help: TurnHelp }) {
  const { store, host } = usePanel();
  const act = () => (help === "chooseModel" || help === "changeRequest" ? store.ask({ type: help }) : host.post({ type: help }));
  return (
    <button type="button" class="link-button" onClick={act}>
      {t(helpNames[help])}
    </button>
  );
}

function secondsUntil(time: number): number {
  return Math.max(0, Math.ceil((time - Date.now()) / 1000));
}

/** `retryAt`: Unix milliseconds; until then it counts down. */
function TryAgainButton({ retryAt, busy, tryAgain }: { retryAt: number; busy: boolean; tryAgain: () => void }) {
  const [left, setLeft] = useState(() => secondsUntil(retryAt));
  const mayTry = left === 0;
  useEffect(() => {
    if (mayTry) return;
    const timer = setInterval(() => setLeft(secondsUntil(retryAt)), 500);
    return () => clearInterval(timer);
  }, [retryAt, mayTry]);
  return (
    <button type="button" class="link-button" disabled={busy || !mayTry} onClick={tryAgain}>
      {mayTry ? t("tryAgain") : t("tryAgainIn", left)}
    </button>
  );
}

/** `busy`: an answer is running, and none is asked for again until it ends. */
export function Outcome({ turn, busy }: { turn: AssistantTurn; busy: boolean }) {
  const { host } = usePanel();
  const notice = describeOutcome(turn);
  if (notice === undefined) return null;
  const { requestId, help, retryAt } = turn.error ?? {};
  return (
    <div class={`notice ${notice.tone}`}>
      <Icon name={notice.icon} />
      <div>
        <strong>{notice.title}</strong> {notice.text}
        {requestId !== undefined && <div class="detail">{t("request", requestId)}</div>}
        {(canTryAgain(turn) || help !== undefined) && (
          <div class="notice-actions">
            {help !== undefined && <HelpButton help={help} />}
            {canTryAgain(turn) && (
              <TryAgainButton retryAt={retryAt ?? 0} busy={busy} tryAgain={() => host.post({ type: "regenerate", turnId: turn.id })} />
            )}
          </div>
        )}
      </div>
    </div>
  );
}
