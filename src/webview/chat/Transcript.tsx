/** A conversation in; its shown turns in a scrolling region that stays with the reader out. */
import { useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Conversation, plainText, runningTurn, siblingFinder, visiblePath } from "../../chat/conversation.ts";
import type { Turn } from "../../chat/turn.ts";
import { t } from "../texts.ts";
import { Answer } from "./Answer.tsx";
import { IconButton } from "./Button.tsx";
import { moveAmong } from "./moveAmong.ts";
import { Prompt } from "./Prompt.tsx";
import { usePanel } from "./panel.ts";
import { followReader, type ReaderFollower } from "./readerFollower.ts";
import { runAction } from "./runAction.ts";
import { Welcome } from "./Welcome.tsx";
import { whenNear } from "./whenNear.ts";

/** About how high a turn that is not drawn yet will be, in CSS pixels. */
function estimateHeight(turn: Turn): number {
  return 70 + Math.ceil(plainText(turn).length / 48) * 21;
}

interface TurnViewProps {
  turn: Turn;
  siblings: readonly string[];
  /** Drawn at once, not when the reader comes near. */
  atOnce: boolean;
  /** An answer is running. */
  busy: boolean;
}

function focusTurn(id: string): void {
  document.querySelector<HTMLElement>(`article[data-turn="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
}

/** A turn is drawn when the reader comes near, and again only when it, or its siblings, changed. */
function TurnView({ turn, siblings, atOnce, busy }: TurnViewProps) {
  const { store } = usePanel();
  const place = useRef<HTMLElement>(null);
  const holdsFocus = useRef(false);
  const [isNear, setNear] = useState(atOnce);
  const come = () => {
    holdsFocus.current = place.current !== null && document.activeElement === place.current;
    setNear(true);
  };
  useEffect(() => (isNear || place.current === null ? undefined : whenNear(place.current, ".transcript", come)), [isNear]);
  // Another element takes the place of the one that had the focus.
  useLayoutEffect(() => {
    if (holdsFocus.current) focusTurn(turn.id);
    holdsFocus.current = false;
  }, [isNear]);
  // One broken turn must not take the panel down: what it says is shown as it came.
  const [problem] = useErrorBoundary();
  const version = store.version(turn.id);
  const drawn = isNear || atOnce;
  return useMemo(() => {
    if (problem !== undefined) {
      return (
        <article class="turn" data-turn={turn.id} tabIndex={-1}>
          <pre class="raw">{plainText(turn)}</pre>
        </article>
      );
    }
    if (!drawn)
      return <article ref={place} class="turn" data-turn={turn.id} tabIndex={-1} style={{ height: `${estimateHeight(turn)}px` }} />;
    const shown = { ids: siblings, shown: turn.id };
    return turn.role === "user" ? <Prompt turn={turn} siblings={shown} busy={busy} /> : <Answer turn={turn} siblings={shown} busy={busy} />;
  }, [turn, version, siblings.join(), drawn, busy, problem]);
}

/** So many turns at the end are drawn at once. */
const firstTurns = 8;

export function Transcript({ conversation }: { conversation: Conversation }) {
  const { store, host } = usePanel();
  const region = useRef<HTMLElement>(null);
  const follower = useRef<ReaderFollower | undefined>(undefined);
  const [away, setAway] = useState(false);
  const path = visiblePath(conversation);
  const siblings = siblingFinder(conversation);
  const busy = runningTurn(conversation) !== undefined;

  useLayoutEffect(() => {
    if (region.current === null) return;
    const created = followReader(region.current, setAway);
    follower.current = created;
    return () => created.dispose();
  }, []);
  useLayoutEffect(() => {
    const id = conversation.id;
    host.rememberConversation(id);
    follower.current?.restore(host.place(id));
    return () => host.rememberPlace(id, follower.current?.place());
  }, [conversation.id]);
  useEffect(() => {
    const remember = () => host.rememberPlace(conversation.id, follower.current?.place());
    region.current?.addEventListener("scrollend", remember);
    return () => region.current?.removeEventListener("scrollend", remember);
  }, [conversation.id]);
  useLayoutEffect(
    () =>
      store.subscribeRequest("focusLastMessage", () => {
        const last = [...(region.current?.querySelectorAll<HTMLElement>("article.turn") ?? [])].at(-1);
        last?.focus();
        last?.scrollIntoView({ block: "nearest" });
      }),
    [],
  );
  // A prompt of one's own brings one to the end, wherever one was.
  const last = path.at(-1);
  const newestPrompt = path.findLast((turn) => turn.role === "user")?.id;
  const knownPrompt = useRef(newestPrompt);
  useLayoutEffect(() => {
    if (knownPrompt.current !== newestPrompt && last?.role === "user") follower.current?.toEnd();
    knownPrompt.current = newestPrompt;
    follower.current?.follow();
  });

  const toEnd = () => {
    follower.current?.toEnd();
    // The button goes away.
    region.current?.focus({ preventScroll: true });
  };
  return (
    <div class="transcript-frame">
      <section
        class="transcript"
        ref={region}
        onClick={(event) => runAction(event, host)}
        onAuxClick={(event) => runAction(event, host)}
        onKeyDown={(event) => moveAmong(event, "article.turn")}
        aria-label={t("conversation")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <div class="turns">
          {path.length === 0 && <Welcome />}
          {path.map((turn, index) => (
            <TurnView
              key={turn.id}
              turn={turn}
              siblings={siblings(turn)}
              busy={busy}
              atOnce={store.state.finding || index >= path.length - firstTurns}
            />
          ))}
        </div>
      </section>
      {away && <IconButton class="to-end" icon="arrow-down" title={t("toEnd")} onClick={toEnd} />}
    </div>
  );
}
