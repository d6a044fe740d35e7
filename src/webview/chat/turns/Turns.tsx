/** The visible turns of a conversation in a scrolling region that keeps the reader's position. */
import { useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import {
  type Conversation,
  comparisonFinder,
  continuedSibling,
  plainText,
  runningTurn,
  siblingFinder,
  visiblePath,
} from "../../../chat/conversation/conversation.ts";
import type { AssistantTurn, Turn } from "../../../chat/conversation/turn.ts";
import { IconButton } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { whenNear } from "../../whenNear.ts";
import { Answer } from "../answer/Answer.tsx";
import { Lightbox } from "../answer/Lightbox.tsx";
import { moveAmong } from "../moveAmong.ts";
import { usePanel } from "../panel.ts";
import { runAction } from "../runAction.ts";
import { tabStop } from "../tabStop.ts";
import { Comparison } from "./Comparison.tsx";
import { focusTurn } from "./focusTurn.ts";
import { Prompt } from "./Prompt.tsx";
import { foldedLines, isLong } from "./PromptText.tsx";
import { useReaderPosition } from "./useReaderPosition.ts";
import { useTurnRequests } from "./useTurnRequests.ts";
import { Welcome } from "./Welcome.tsx";

/** The estimated height of a turn that is not rendered yet, in CSS pixels. */
function estimateHeight(turn: Turn): number {
  const text = plainText(turn);
  const lines = turn.role === "user" && isLong(text) ? foldedLines : Math.ceil(text.length / 48);
  return 70 + lines * 21;
}

interface TurnViewProps {
  turn: Turn;
  siblings: readonly string[];
  /** No turn follows it. */
  isLast: boolean;
  /** Another version of the last answer that has turns after it. */
  continued: string | undefined;
  /** The two compared answers to show instead. */
  compared: [AssistantTurn, AssistantTurn] | undefined;
  /** Rendered at once, not only when it comes close to the viewport. */
  atOnce: boolean;
  /** An answer is running. */
  busy: boolean;
}

/** A turn is rendered when it comes close to the viewport, and again only when it or its siblings change. */
function TurnView({ turn, siblings, isLast, continued, compared, atOnce, busy }: TurnViewProps) {
  const { store } = usePanel();
  const element = useRef<HTMLElement>(null);
  const holdsFocus = useRef(false);
  const [isNear, setNear] = useState(atOnce);
  const come = () => {
    holdsFocus.current = element.current !== null && document.activeElement === element.current;
    setNear(true);
  };
  useEffect(() => (isNear || element.current === null ? undefined : whenNear(element.current, come)), [isNear]);
  // The placeholder that had the focus was replaced.
  useLayoutEffect(() => {
    if (holdsFocus.current) focusTurn(turn.id);
    holdsFocus.current = false;
  }, [isNear]);
  // If a turn cannot be rendered, show its text, so that one broken turn does not break the panel.
  const [error] = useErrorBoundary();
  const version = [turn, ...(compared ?? [])].map(({ id }) => `${id} ${store.version(id)}`).join();
  const drawn = isNear || atOnce;
  return useMemo(() => {
    if (error !== undefined) {
      return (
        <article class="turn" data-turn={turn.id} {...tabStop}>
          <pre class="raw">{plainText(turn)}</pre>
        </article>
      );
    }
    if (!drawn)
      return <article ref={element} class="turn" data-turn={turn.id} {...tabStop} style={{ height: `${estimateHeight(turn)}px` }} />;
    if (compared !== undefined) return <Comparison answers={compared} chosen={turn.id} isLast={isLast} busy={busy} />;
    const shown = { ids: siblings, shown: turn.id };
    if (turn.role === "user") return <Prompt turn={turn} siblings={shown} busy={busy} />;
    return <Answer turn={turn} siblings={shown} isLast={isLast} continued={continued} busy={busy} />;
  }, [turn, version, siblings.join(), isLast, continued, drawn, busy, error]);
}

/** Number of turns at the end that are rendered at once. */
const firstTurns = 8;

export function Turns({ conversation }: { conversation: Conversation }) {
  const panel = usePanel();
  const { store } = panel;
  const region = useRef<HTMLElement>(null);
  const path = visiblePath(conversation);
  const siblings = siblingFinder(conversation);
  const compared = comparisonFinder(conversation);
  const busy = runningTurn(conversation) !== undefined;
  const last = path.at(-1);
  const { away, toEnd } = useReaderPosition(region, conversation.id, path);
  useTurnRequests(region, conversation, path);

  const [diagram, setDiagram] = useState<string | undefined>(undefined);
  useLayoutEffect(() => store.subscribeRequest("enlargeDiagram", ({ source }) => setDiagram(source)), []);

  const leaveButton = () => {
    toEnd();
    // The button disappears, so move the focus.
    region.current?.focus({ preventScroll: true });
  };
  return (
    <div class="turns-frame fill">
      <section
        class="turns-region"
        ref={region}
        onClick={(event) => runAction(event, panel)}
        onAuxClick={(event) => runAction(event, panel)}
        onKeyDown={(event) => moveAmong(event, "article.turn")}
        aria-label={t("conversation")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
      >
        <div class="turns">
          {path.length === 0 && <Welcome />}
          {path.map((turn, index) => (
            <TurnView
              key={turn.id}
              turn={turn}
              siblings={siblings(turn)}
              isLast={turn === last}
              continued={turn === last && turn.role === "assistant" ? continuedSibling(conversation, siblings(turn)) : undefined}
              compared={compared(turn)}
              busy={busy}
              atOnce={store.state.finding || index >= path.length - firstTurns}
            />
          ))}
        </div>
      </section>
      {diagram !== undefined && <Lightbox images={[{ source: diagram, uri: undefined }]} first={0} onClose={() => setDiagram(undefined)} />}
      {away && <IconButton class="to-end" icon="arrow-down" title={t("toEnd")} onClick={leaveButton} />}
    </div>
  );
}
