/** The buttons of the composer that name a model, and open a list to choose another. */
import { useLayoutEffect, useState } from "preact/hooks";
import type { ConversationSettings } from "../../../chat/conversation/turn.ts";
import { Icon } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { ModelName } from "../ModelName.tsx";
import { Popover } from "../Popover.tsx";
import { usePanel } from "../panel.ts";
import type { OwnRequest } from "../panelStore.ts";
import { ModelList } from "./ModelList.tsx";

type AnswerRequest = Extract<OwnRequest, { type: "regenerateWith" | "compareWith" }>;

/** Chooses the conversation's model or, if an answer requests it, the model for another answer to the same prompt. */
export function ModelPicker({ settings }: { settings: ConversationSettings }) {
  const { store, host } = usePanel();
  const [answer, setAnswer] = useState<AnswerRequest | undefined>(undefined);
  useLayoutEffect(() => {
    const stops = [
      store.subscribeRequest("chooseModel", () => setAnswer(undefined)),
      store.subscribeRequest("regenerateWith", setAnswer),
      store.subscribeRequest("compareWith", setAnswer),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const choose = (model: string) => {
    if (answer === undefined) host.call("changeSettings", { settings: { model } });
    else host.call(answer.type === "compareWith" ? "compare" : "regenerate", { turnId: answer.turnId, model });
  };
  return (
    <Popover
      title={settings.model ? t("model", settings.model) : t("modelChoose")}
      buttonClass="picker-button"
      opensOn={["chooseModel", "regenerateWith", "compareWith"]}
      onOpen={() => setAnswer(undefined)}
      heading={answer && t(answer.type)}
      label={
        <>
          <span class="cut">{settings.model === "" ? t("modelChoose") : <ModelName id={settings.model} />}</span>
          <Icon name="chevron-down" />
        </>
      }
    >
      {(close) => (
        <ModelList
          key={answer?.turnId}
          models={store.state.models}
          used={answer?.model ?? settings.model}
          onClose={close}
          onChoose={(model) => {
            choose(model);
            close();
          }}
        />
      )}
    </Popover>
  );
}

/** Chooses the model of `/image`, `/audio` or `/video`. */
export function MediaModelPicker({ model, onChoose }: { model: string | undefined; onChoose: (model: string) => void }) {
  const { store } = usePanel();
  return (
    <Popover
      title={model === undefined ? t("modelChoose") : t("model", model)}
      buttonClass="picker-button"
      opensOn={["chooseMediaModel"]}
      label={
        <>
          <span class="cut">{model === undefined ? t("modelChoose") : <ModelName id={model} />}</span>
          <Icon name="chevron-down" />
        </>
      }
    >
      {(close) => (
        <ModelList
          models={store.state.media?.models ?? []}
          used={model ?? ""}
          onClose={close}
          onChoose={(chosen) => {
            onChoose(chosen);
            close();
          }}
        />
      )}
    </Popover>
  );
}
