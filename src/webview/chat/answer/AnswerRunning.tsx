/** Shows that an answer is running, and how long its prompt waits because of the service's request limit. */

import { Icon } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { useSecondsUntil } from "./useSecondsUntil.ts";

/** `delayedUntil`: Unix milliseconds; undefined if the prompt was sent. */
export function AnswerRunning({ delayedUntil }: { delayedUntil: number | undefined }) {
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
