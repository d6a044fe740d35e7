/** Claims a conversation while this window answers in it, and watches the answer of another window. */
import type { Transcript } from "./transcript.ts";

/** This often, a window looks whether another one asks it to stop, and whether the answer of another one is over. */
const lookMilliseconds = 1000;

/** Claims the conversation until `work` ends; `abort` fires when another window asks to stop the answer. */
export async function withClaim(transcript: Transcript, abort: AbortController, work: () => Promise<void>): Promise<void> {
  const { conversation, tryStore } = transcript;
  tryStore((store) => store.claim(conversation.id), false);
  const timer = setInterval(() => {
    if (tryStore((store) => store.isStopRequested(conversation.id), false)) abort.abort();
  }, lookMilliseconds);
  try {
    await work();
  } finally {
    clearInterval(timer);
    tryStore((store) => store.release(conversation.id), undefined);
  }
}

/** Looks again and again whether the answer of another window is over (`look`), or free because that window is gone; then `end`. */
export function watchAnswer(transcript: Transcript, look: () => boolean, end: () => void): () => void {
  const { conversation, tryStore } = transcript;
  const timer = setInterval(() => {
    const isOver = look();
    if (!isOver && !tryStore((store) => store.claim(conversation.id), false)) return;
    clearInterval(timer);
    end();
  }, lookMilliseconds);
  return () => clearInterval(timer);
}
