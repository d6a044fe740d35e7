/** The models of the service and the chosen one in; a searchable picker with favourites first out. */
import { useState } from "preact/hooks";
import type { PanelModel } from "../../chat/panelMessages.ts";
import type { ConversationSettings } from "../../chat/turn.ts";
import { Icon, IconButton } from "./Button.tsx";
import { Popover } from "./Popover.tsx";
import { usePanel } from "./panel.ts";

interface ModelGroup {
  name: string;
  models: PanelModel[];
}

/** Favourites first, then by provider; models that make no text are left out unless they are searched for. */
export function groupModels(models: readonly PanelModel[], query: string): ModelGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = models.filter((model) => {
    if (words.length === 0) return model.fitness !== "no" || model.favourite;
    const text = `${model.id} ${model.provider}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = new Map<string, PanelModel[]>();
  for (const model of found) {
    const name = model.favourite ? "Favourites" : model.provider || "Other";
    groups.set(name, [...(groups.get(name) ?? []), model]);
  }
  return [...groups]
    .map(([name, members]) => ({ name, models: members }))
    .sort((one, other) => Number(other.name === "Favourites") - Number(one.name === "Favourites") || one.name.localeCompare(other.name));
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
          aria-label="Search models"
          aria-expanded="true"
          aria-controls="models"
          aria-activedescendant={flat.length > 0 ? `model-${active}` : undefined}
          placeholder="Search models"
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton icon="refresh" title="Refresh Models" onClick={() => host.post({ type: "refreshModels" })} />
      </div>
      {store.state.modelsProblem !== undefined && <div class="field-problem">{store.state.modelsProblem}</div>}
      <div class="options" id="models" role="listbox" aria-label="Models" tabIndex={-1}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list box
          <div key={group.name} role="group" aria-label={group.name}>
            <div class="group-name" role="presentation">
              {group.name}
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
                    {model.fitness === "perhaps" && <span class="option-note">not tried</span>}
                    {model.fitness === "no" && <span class="option-note">no text</span>}
                  </div>
                  <button
                    type="button"
                    class="icon-button"
                    tabIndex={-1}
                    aria-hidden="true"
                    title={model.favourite ? "Remove from Favourites" : "Add to Favourites"}
                    onClick={() => host.post({ type: "setFavourite", model: model.id, favourite: !model.favourite })}
                  >
                    <Icon name={model.favourite ? "star-full" : "star-empty"} />
                  </button>
                </div>
              );
            })}
          </div>
        ))}
        {flat.length === 0 && <div class="empty">{store.state.models.length === 0 ? "No models yet" : "No model matches"}</div>}
      </div>
    </div>
  );
}

export function ModelPicker({ settings }: { settings: ConversationSettings }) {
  return (
    <Popover
      title={`Model: ${settings.model || "none"}`}
      buttonClass="picker-button"
      label={
        <>
          <span class="picker-name">{settings.model || "Choose a model"}</span>
          <Icon name="chevron-down" />
        </>
      }
    >
      {(close) => <ModelList settings={settings} close={close} />}
    </Popover>
  );
}
