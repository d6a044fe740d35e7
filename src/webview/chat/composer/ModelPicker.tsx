/** A searchable list of the service's models, favourites first. */
import { useLayoutEffect, useState } from "preact/hooks";
import type { PanelModel } from "../../../chat/toPanel.ts";
import type { ConversationSettings } from "../../../chat/turn.ts";
import { nameInGroup } from "../../../contract/nameInGroup.ts";
import { Icon, IconButton } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { Popover } from "../Popover.tsx";
import { usePanel } from "../panel.ts";
import type { OwnRequest } from "../panelStore.ts";
import { groupModels, type ModelGroup } from "./groupModels.ts";

function nameGroup({ provider, isRecent }: ModelGroup): string {
  if (isRecent) return t("recentModels");
  return provider === undefined ? t("favourites") : provider || t("providerOther");
}

function noteOf({ fitness, facts = [] }: PanelModel): string {
  const doubts = { yes: [], perhaps: [t("modelUntried")], no: [t("modelNoText")] }[fitness];
  return [...doubts, ...facts].join(" · ");
}

interface ModelListProps {
  /** The model in use. */
  used: string;
  onChoose: (model: string) => void;
}

function ModelList({ used, onChoose }: ModelListProps) {
  const { store, host } = usePanel();
  const [query, setQuery] = useState("");
  const [activeId, setActiveId] = useState(used);
  const groups = groupModels(store.state.models, query);
  const flat = groups.flatMap((group) => group.models);
  /** Found by id, so that a model stays active when it moves within the list, for example as a new favourite. */
  const active = Math.max(
    0,
    flat.findIndex(({ id }) => id === activeId),
  );
  const marked = flat[active];
  useLayoutEffect(() => document.getElementById(`model-${active}`)?.scrollIntoView({ block: "nearest" }), [activeId]);
  const nameFavourite = ({ id, favourite }: PanelModel) => t(favourite ? "favouriteRemove" : "favouriteAdd", id);
  const toggleFavourite = ({ id, favourite }: PanelModel) => host.post({ type: "setFavourite", model: id, favourite: !favourite });
  const choose = (model: PanelModel | undefined) => {
    if (model !== undefined) onChoose(model.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      choose(flat[active]);
      return;
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || flat.length === 0) return;
    event.preventDefault();
    setActiveId(flat[(active + step + flat.length) % flat.length]?.id ?? "");
  };
  let index = -1;
  return (
    <div class="model-list">
      <div class="search">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={t("modelsSearch")}
          aria-expanded={flat.length > 0}
          aria-controls="models"
          aria-activedescendant={flat.length > 0 ? `model-${active}` : undefined}
          placeholder={t("modelsSearch")}
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setActiveId("");
          }}
          onKeyDown={onKeyDown}
        />
        {marked !== undefined && (
          // The stars in the list are not reachable by keyboard, because a list box may contain only options.
          <IconButton
            class="by-keyboard"
            icon={marked.favourite ? "star-full" : "star-empty"}
            title={nameFavourite(marked)}
            onClick={() => toggleFavourite(marked)}
          />
        )}
        <IconButton icon="refresh" title={t("modelsRefresh")} onClick={() => host.post({ type: "refreshModels" })} />
      </div>
      {store.state.modelsError !== undefined && <div class="field-error">{store.state.modelsError}</div>}
      <div class="options" id="models" role="listbox" aria-label={t("models")} tabIndex={-1} hidden={flat.length === 0}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list box
          <div key={nameGroup(group)} role="group" aria-label={nameGroup(group)}>
            <div class="group-name" role="presentation">
              {nameGroup(group)}
            </div>
            {group.models.map((model) => {
              index += 1;
              const position = index;
              return (
                <div class="option-row" key={model.id} role="presentation">
                  <div
                    id={`model-${position}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={model.id === used}
                    title={model.about ?? model.id}
                    class={`option ${position === active ? "active" : ""}`}
                    onClick={() => choose(model)}
                    onKeyDown={onKeyDown}
                    onPointerMove={() => setActiveId(model.id)}
                  >
                    <Icon name={model.id === used ? "check" : "blank"} />
                    <span class="option-name">{nameInGroup(model.id, group.provider ?? "")}</span>
                    <span class="option-note">{noteOf(model)}</span>
                  </div>
                  <button
                    type="button"
                    class="icon-button"
                    tabIndex={-1}
                    aria-hidden="true"
                    title={nameFavourite(model)}
                    onClick={() => toggleFavourite(model)}
                  >
                    <Icon name={model.favourite ? "star-full" : "star-empty"} />
                  </button>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {flat.length === 0 && <div class="empty">{t(store.state.models.length === 0 ? "modelsNone" : "modelsNoMatch")}</div>}
    </div>
  );
}

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
    if (answer === undefined) host.post({ type: "changeSettings", settings: { model } });
    else host.post({ type: answer.type === "compareWith" ? "compare" : "regenerate", turnId: answer.turnId, model });
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
          <span class="picker-name">{settings.model || t("modelChoose")}</span>
          <Icon name="chevron-down" />
        </>
      }
    >
      {(close) => (
        <ModelList
          key={answer?.turnId}
          used={answer?.model ?? settings.model}
          onChoose={(model) => {
            choose(model);
            close();
          }}
        />
      )}
    </Popover>
  );
}
