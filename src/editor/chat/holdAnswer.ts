/** A running answer's turn in; the same, claimed against other windows while one works at it or watched while another does, out. */
import type { Conversations } from "./openConversations.ts";

/** A running answer is claimed anew, and one of another window looked at, this often. */
const claimedMilliseconds = 1000;

/** Claims the turn until `work` ends; `abort` fires when another window asks to stop it. */
export async function holdAnswer(
  conversations: Conversations,
  turnId: string,
  abort: AbortController,
  attempt: (write: () => void) => void,
  work: () => Promise<void>,
): Promise<void> {
  const claim = () =>
    attempt(() => {
      conversations.claim(turnId);
      if (conversations.isAskedToStop(turnId)) abort.abort();
    });
  claim();
  const timer = setInterval(claim, claimedMilliseconds);
  try {
    await work();
  } finally {
    clearInterval(timer);
    attempt(() => conversations.letGo(turnId));
  }
}

/** Looks again and again whether the answer that another window holds is over (`look`), or free because that window is gone; then `end`. */
export function watchAnswer(conversations: Conversations, turnId: string, look: () => boolean, end: (isOver: boolean) => void): () => void {
  const timer = setInterval(() => {
    const isOver = look();
    if (!isOver && !conversations.claim(turnId)) return;
    clearInterval(timer);
    end(isOver);
  }, claimedMilliseconds);
  return () => clearInterval(timer);
}
