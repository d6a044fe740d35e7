/** The models of the service and the chosen one in; a searchable picker with favourites first out. */
import { useState } from "preact/hooks";
import type { PanelModel } from "../../chat/panelMessages.ts";
import type { ConversationSettings } from "../../chat/turn.ts";
import { t } from "../texts.ts";
import { Icon, IconButton } from "./Button.tsx";
import { groupModels, type ModelGroup } from "./groupModels.ts";
import { Popover } from "./Popover.tsx";
import { usePanel } from "./panel.ts";

function nameGroup({ provider }: ModelGroup): string {
  return provider === undefined ? t("favourites") : provider || t("providerOther");
}

function ModelList({ settings, close }: { settings: ConversationSettings; close: () => void }) {
  const { store, host } = usePanel();
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const groups = groupModels(store.state.models, query);
  const flat = groups.flatMap((group) => group.models);
  const choose = (model: PanelModel | undefined) => {
    if (model === undefined) return;
    host.post({ type: "changeSettings", settings: { ...settings, model: model.id } });
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      choose(flat[active]);
      return;
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || flat.length === 0) return;
    event.preventDefault();
    const next = (active + step + flat.length) % flat.length;
    setActive(next);
    document.getElementById(`model-${next}`)?.scrollIntoView({ block: "nearest" });
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
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton icon="refresh" title={t("modelsRefresh")} onClick={() => host.post({ type: "refreshModels" })} />
      </div>
      {store.state.modelsProblem !== undefined && <div class="field-problem">{store.state.modelsProblem}</div>}
      <div class="options" id="models" role="listbox" aria-label={t("models")} tabIndex={-1} hidden={flat.length === 0}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list box
          <div key={group.provider} role="group" aria-label={nameGroup(group)}>
            <div class="group-name" role="presentation">
              {nameGroup(group)}
            </div>
            {group.models.map((model) => {
              index += 1;
              const place = index;
              return (
                <div class="option-row" key={model.id} role="presentation">
                  <div
                    id={`model-${place}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={model.id === settings.model}
                    class={`option ${place === active ? "active" : ""}`}
                    onClick={() => choose(model)}
                    onKeyDown={onKeyDown}
                    onPointerMove={() => setActive(place)}
                  >
                    <Icon name={model.id === settings.model ? "check" : "blank"} />
                    <span class="option-name">{model.id}</span>
                    {model.fitness === "perhaps" && <span class="option-note">{t("modelUntried")}</span>}
                    {model.fitness === "no" && <span class="option-note">{t("modelNoText")}</span>}
                  </div>
                  <button
                    type="button"
                    class="icon-button"
                    tabIndex={-1}
                    aria-hidden="true"
                    title={t(model.favourite ? "favouriteRemove" : "favouriteAdd")}
                    onClick={() => host.post({ type: "setFavourite", model: model.id, favourite: !model.favourite })}
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

export function ModelPicker({ settings }: { settings: ConversationSettings }) {
  return (
    <Popover
      title={settings.model ? t("model", settings.model) : t("modelChoose")}
      buttonClass="picker-button"
      label={
        <>
          <span class="picker-name">{settings.model || t("modelChoose")}</span>
          <Icon name="chevron-down" />
        </>
      }
    >
      {(close) => <ModelList settings={settings} close={close} />}
    </Popover>
  );
}
