/** The actions and the usage of an answer. Those that are used less are in a menu. */
import { Fragment } from "preact";
import { plainText } from "../../../chat/conversation/conversation.ts";
import type { AssistantTurn } from "../../../chat/conversation/turn.ts";
import { CopyButton, IconButton, SecondaryButton } from "../../Button.tsx";
import { type MenuAction, MoreActions } from "../../MoreActions.tsx";
import { t } from "../../texts.ts";
import { describeUsage, explainUsage } from "../conversations/describeUsage.ts";
import { usePanel } from "../panel.ts";
import { ReadAloud } from "./ReadAloud.tsx";
import { Siblings, type SiblingsProps } from "./Siblings.tsx";

interface AnswerFooterProps {
  turn: AssistantTurn;
  siblings: SiblingsProps;
  isLast: boolean;
  busy: boolean;
  isCompared: boolean;
  /** A task cannot be copied or regenerated like an answer. */
  isTask: boolean;
}

export function AnswerFooter({ turn, siblings, isLast, busy, isCompared, isTask }: AnswerFooterProps) {
  const { store, host } = usePanel();
  const { id: turnId, model } = turn;
  const text = plainText(turn);
  const mayRegenerate = !isCompared && !isTask;
  const deleteAnswer = () => host.call("deleteTurn", { turnId });
  const more: MenuAction[] = [
    { icon: "save-as", label: t("saveAsPromptDocument"), act: () => host.call("saveAsPromptDocument", { turnId }) },
    { icon: "trash", label: t("deleteAnswer"), act: deleteAnswer },
  ];
  if (mayRegenerate)
    more.unshift({
      icon: "refresh",
      label: t("regenerateWith"),
      isDisabled: busy,
      act: () => store.ask({ type: "regenerateWith", turnId, model }),
    });
  return (
    <footer class="turn-footer labelled-actions buttons note">
      {isCompared ? (
        <SecondaryButton onClick={() => store.ask({ type: "keepAnswer", turnId })}>{t("keepAnswer")}</SecondaryButton>
      ) : (
        <Siblings {...siblings} />
      )}
      <span class="turn-actions">
        {!isTask && (
          <CopyButton
            title={t("copyAnswer")}
            label={t("copy")}
            onCopy={() => {
              host.call("copy", { text });
              return true;
            }}
          />
        )}
        {mayRegenerate && (
          <>
            <IconButton
              icon="refresh"
              title={t(isLast ? "regenerate" : "regenerateEarlier")}
              label={t("regenerate")}
              disabled={busy}
              onClick={() => host.call("regenerate", { turnId })}
            />
            <IconButton
              icon="split-horizontal"
              title={t("compareWith")}
              label={t("compare")}
              disabled={busy}
              onClick={() => store.ask({ type: "compareWith", turnId, model })}
            />
          </>
        )}
        {text !== "" && <ReadAloud turnId={turnId} />}
        {isTask ? (
          <IconButton icon="trash" title={t("deleteAnswer")} onClick={deleteAnswer} />
        ) : (
          <MoreActions title={t("moreActions")} actions={more} />
        )}
      </span>
      <span class="usage" title={explainUsage(turn)}>
        {describeUsage(turn).map((text, index, { length }) => (
          <Fragment key={text}>
            <span>{index + 1 < length ? `${text} ·` : text}</span>{" "}
          </Fragment>
        ))}
      </span>
    </footer>
  );
}
