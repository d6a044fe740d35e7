/** Performs requests to the turns: moves the focus, keeps an answer, and copies what was clicked. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Conversation, comparedAnswers } from "../../../chat/conversation/conversation.ts";
import type { Turn } from "../../../chat/conversation/turn.ts";
import { ContextMenu } from "../contextMenu.ts";
import { usePanel } from "../panel.ts";
import { focusTurn } from "./focusTurn.ts";

export function useTurnRequests(region: RefObject<HTMLElement | null>, conversation: Conversation, path: readonly Turn[]): void {
  const panel = usePanel();
  const { store, host } = panel;

  useLayoutEffect(
    () =>
      store.subscribeRequest("focusLastMessage", () => {
        const last = [...(region.current?.querySelectorAll<HTMLElement>("article.turn") ?? [])].at(-1);
        last?.focus();
        last?.scrollIntoView({ block: "nearest" });
      }),
    [],
  );
  useLayoutEffect(() => {
    if (region.current === null) return;
    const menu = new ContextMenu(region.current, panel);
    region.current.addEventListener("contextmenu", (event) => menu.onContextMenu(event));
    return store.subscribeRequest("copyClicked", ({ what }) => menu.copyClicked(what));
  }, []);
  const kept = useRef<string | undefined>(undefined);
  useLayoutEffect(
    () =>
      store.subscribeRequest("keepAnswer", ({ turnId }) => {
        kept.current = turnId;
        host.call("keepAnswer", { turnId });
      }),
    [],
  );
  // The focused button was removed together with the other answer.
  useLayoutEffect(() => {
    const turn = path.find(({ id }) => id === kept.current);
    if (turn === undefined || comparedAnswers(conversation, turn) !== undefined) return;
    kept.current = undefined;
    focusTurn(turn.id);
  });
}
