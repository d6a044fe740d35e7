/** The content of an empty conversation. */

import type { PanelEngine } from "../../../chat/messages/toPanel.ts";
import { Icon, IconButton } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";

const suggestions = {
  service: [
    { icon: "lightbulb", text: "suggestionExplain" },
    { icon: "list-unordered", text: "suggestionCompare" },
    { icon: "edit", text: "suggestionWrite" },
  ],
  /** Prompts that the demo model can answer. */
  demo: [
    { icon: "code", text: "demoSuggestionCode" },
    { icon: "table", text: "demoSuggestionTable" },
    { icon: "edit", text: "demoSuggestionStory" },
  ],
} as const;

export function Welcome() {
  const { store, host } = usePanel();
  const { engines } = store.state;
  const demo = store.state.service?.demo === true;
  const needsKey = store.state.service?.needsKey === true;
  return (
    <div class="welcome">
      <span class="welcome-icon">
        <Icon name="sparkle" />
      </span>
      <h2>{t("welcomeTitle")}</h2>
      <p>
        {t(needsKey ? "welcomeKey" : demo ? "welcomeDemo" : "welcomeService")}{" "}
        {demo && (
          <button type="button" class="link-button" onClick={() => host.post({ type: "addProvider" })}>
            {t("addProvider")}
          </button>
        )}
      </p>
      {needsKey && (
        <button type="button" class="button" onClick={() => host.post({ type: "setKey" })}>
          {t("setKey")}
        </button>
      )}
      <div class="suggestions">
        {suggestions[demo ? "demo" : "service"].map(({ icon, text }) => (
          <button type="button" key={text} class="suggestion" title={t(text)} onClick={() => host.post({ type: "send", text: t(text) })}>
            <Icon name={icon} />
            <span>{t(text)}</span>
          </button>
        ))}
      </div>
      {engines.length > 0 && (
        <div class="suggestions providers">
          {engines.map((engine) => (
            <Engine engine={engine} key={engine.name} />
          ))}
        </div>
      )}
    </div>
  );
}

/** Adds an engine, or downloads its first model. */
function Engine({ engine: { name, label, models, isConfigured } }: { engine: PanelEngine }) {
  const { host } = usePanel();
  const isEmpty = models === 0;
  return (
    <div class="engine">
      <button type="button" class="suggestion" onClick={() => host.post({ type: isEmpty ? "getModel" : "addEngine", name })}>
        <Icon name={isEmpty ? "arrow-down" : "plug"} />
        <span>{t(isEmpty ? "getModelFor" : "useEngine", label)}</span>
        {!isEmpty && <span class="count">{models}</span>}
      </button>
      {isConfigured !== true && (
        <IconButton icon="close" title={t("dismissEngine", label)} onClick={() => host.post({ type: "dismissEngine", name })} />
      )}
    </div>
  );
}
