/** A conversation in which one window answers in; the same, claimed against other windows while one works or watched while another does, out. */
import type { Transcript } from "./transcript.ts";

/** A conversation is claimed anew, and one of another window looked at, this often. */
const claimedMilliseconds = 1000;

/** Claims the conversation until `work` ends; `abort` fires when another window asks to stop the answer. */
export async function holdAnswer(transcript: Transcript, abort: AbortController, work: () => Promise<void>): Promise<void> {
  const { conversation, attempt } = transcript;
  const claim = () =>
    attempt((store) => {
      store.claim(conversation.id);
      if (store.isAskedToStop(conversation.id)) abort.abort();
    }, undefined);
  claim();
  const timer = setInterval(claim, claimedMilliseconds);
  try {
    await work();
  } finally {
    clearInterval(timer);
    attempt((store) => store.letGo(conversation.id), undefined);
  }
}

/** Looks again and again whether the answer of another window is over (`look`), or free because that window is gone; then `end`. */
export function watchAnswer(transcript: Transcript, look: () => boolean, end: () => void): () => void {
  const { conversation, attempt } = transcript;
  const timer = setInterval(() => {
    const isOver = look();
    if (!isOver && !attempt((store) => store.claim(conversation.id), false)) return;
    clearInterval(timer);
    end();
  }, claimedMilliseconds);
  return () => clearInterval(timer);
}
