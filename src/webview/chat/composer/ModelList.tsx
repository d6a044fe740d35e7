/** A searchable list of models, favourites first. */
import { useLayoutEffect, useState } from "preact/hooks";
import type { PanelModel } from "../../../chat/messages/chatPush.ts";
import { nameInGroup } from "../../../contract/nameInGroup.ts";
import { Icon, IconButton } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";
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
  models: readonly PanelModel[];
  /** The model in use. */
  used: string;
  onChoose: (model: string) => void;
  onClose: () => void;
}

export function ModelList({ models, used, onChoose, onClose }: ModelListProps) {
  const { store, host } = usePanel();
  const [query, setQuery] = useState("");
  const [activeId, setActiveId] = useState(used);
  const groups = groupModels(models, query);
  const flat = groups.flatMap((group) => group.models);
  /** Found by id, so that a model stays active when it moves within the list, for example as a new favourite. */
  const active = Math.max(
    0,
    flat.findIndex(({ id }) => id === activeId),
  );
  const marked = flat[active];
  useLayoutEffect(() => document.getElementById(`model-${active}`)?.scrollIntoView({ block: "nearest" }), [activeId]);
  const nameFavourite = ({ id, favourite }: PanelModel) => t(favourite ? "favouriteRemove" : "favouriteAdd", id);
  const toggleFavourite = ({ id, favourite }: PanelModel) => host.call("setFavourite", { model: id, favourite: !favourite });
  const choose = (model: PanelModel | undefined) => {
    if (model !== undefined) onChoose(model.id);
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
    setActiveId(flat[(active + step + flat.length) % flat.length]?.id ?? "");
  };
  let index = -1;
  return (
    <div class="model-list column">
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
        <IconButton icon="refresh" title={t("modelsRefresh")} onClick={() => host.call("refreshModels")} />
      </div>
      {store.state.modelsError !== undefined && <div class="failure">{store.state.modelsError}</div>}
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
                <div class="option-row one-line" key={model.id} role="presentation">
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
                    <span class="option-name cut">{nameInGroup(model.id, group.provider ?? "")}</span>
                    <span class="option-note note">{noteOf(model)}</span>
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
      {flat.length === 0 && <div class="empty">{t(models.length === 0 ? "modelsNone" : "modelsNoMatch")}</div>}
      <AddProvider onClose={onClose} />
    </div>
  );
}

function AddProvider({ onClose }: Pick<ModelListProps, "onClose">) {
  const { host } = usePanel();
  const add = () => {
    onClose();
    host.call("addProvider");
  };
  return (
    <button type="button" class="link-button add-provider" onClick={add}>
      <Icon name="add" /> {t("addProvider")}
    </button>
  );
}
