/** Keeps the reader's position in the turns, also over a reload, and follows the end. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Turn } from "../../../chat/conversation/turn.ts";
import { usePanel } from "../panel.ts";
import { followReader, type ReaderFollower } from "./readerFollower.ts";

interface ReaderPosition {
  /** Whether the end is out of sight. */
  away: boolean;
  toEnd(): void;
}

export function useReaderPosition(region: RefObject<HTMLElement | null>, conversationId: string, path: readonly Turn[]): ReaderPosition {
  const { store, host } = usePanel();
  const follower = useRef<ReaderFollower | undefined>(undefined);
  const [away, setAway] = useState(false);

  useLayoutEffect(() => {
    if (region.current === null) return;
    const created = followReader(region.current, setAway);
    follower.current = created;
    return () => created.dispose();
  }, []);
  useLayoutEffect(() => {
    host.rememberConversation(conversationId);
    // With Find open, the panel scrolls to the match instead.
    follower.current?.restore(store.state.finding ? undefined : host.position(conversationId));
    return () => host.rememberPosition(conversationId, follower.current?.position());
  }, [conversationId]);
  useEffect(() => {
    const remember = () => host.rememberPosition(conversationId, follower.current?.position());
    region.current?.addEventListener("scrollend", remember);
    return () => region.current?.removeEventListener("scrollend", remember);
  }, [conversationId]);
  // After sending a prompt, scroll to the end from any position.
  const last = path.at(-1);
  const newestPrompt = path.findLast((turn) => turn.role === "user")?.id;
  const knownPrompt = useRef(newestPrompt);
  useLayoutEffect(() => {
    if (knownPrompt.current !== newestPrompt && last?.role === "user") follower.current?.toEnd();
    knownPrompt.current = newestPrompt;
    follower.current?.follow();
  });
  return { away, toEnd: () => follower.current?.toEnd() };
}
