/** Two answers to the same prompt, side by side if there is space. The user keeps one of them. */
import type { AssistantTurn } from "../../../chat/conversation/turn.ts";
import { t } from "../../texts.ts";
import { Answer } from "../answer/Answer.tsx";

interface ComparisonProps {
  /** The original answer first. */
  answers: readonly [AssistantTurn, AssistantTurn];
  /** The id of the answer that the conversation continues from until the user keeps one. */
  chosen: string;
  /** No turn follows them. */
  isLast: boolean;
  busy: boolean;
}

export function Comparison({ answers, chosen, isLast, busy }: ComparisonProps) {
  const [first, second] = answers;
  const followed = chosen === second.id ? second : first;
  return (
    <section class="comparison" aria-label={t("comparison", first.model, second.model)}>
      <div class="note">{t("comparisonNote", followed.model)}</div>
      <div class="comparison-answers">
        {answers.map((turn) => (
          <Answer
            key={turn.id}
            turn={turn}
            siblings={{ ids: [], shown: turn.id }}
            isLast={isLast}
            continued={undefined}
            busy={busy}
            isCompared={true}
          />
        ))}
      </div>
    </section>
  );
}
