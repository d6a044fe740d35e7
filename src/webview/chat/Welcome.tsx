/** Nothing in; what an empty conversation says and offers out. */
import { t } from "../texts.ts";
import { Icon } from "./Button.tsx";
import { usePanel } from "./panel.ts";

const suggestions = {
  service: [
    { icon: "lightbulb", text: "suggestionExplain" },
    { icon: "list-unordered", text: "suggestionCompare" },
    { icon: "edit", text: "suggestionWrite" },
  ],
  /** What the demo model can answer. */
  demo: [
    { icon: "code", text: "demoSuggestionCode" },
    { icon: "table", text: "demoSuggestionTable" },
    { icon: "edit", text: "demoSuggestionStory" },
  ],
} as const;

export function Welcome() {
  const { store, host } = usePanel();
  const demo = store.state.service?.demo === true;
  return (
    <div class="welcome">
      <span class="welcome-icon">
        <Icon name="sparkle" />
      </span>
      <h2>{t("welcomeTitle")}</h2>
      <p>{t(demo ? "welcomeDemo" : "welcomeService")}</p>
      <div class="suggestions">
        {suggestions[demo ? "demo" : "service"].map(({ icon, text }) => (
          <button type="button" key={text} class="suggestion" title={t(text)} onClick={() => host.post({ type: "send", text: t(text) })}>
            <Icon name={icon} />
            <span>{t(text)}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
