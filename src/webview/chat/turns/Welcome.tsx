/** The content of an empty conversation. */

import type { PanelEngine } from "../../../chat/messages/chatPush.ts";
import { kindTable } from "../../../contract/kind.ts";
import { Icon, IconButton, PrimaryButton } from "../../Button.tsx";
import type { IconName } from "../../iconNames.ts";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";

/** A prompt that is sent at once. */
const prompts = {
  service: { icon: "lightbulb", text: "suggestionExplain" },
  /** One that the demo model can answer. */
  demo: { icon: "code", text: "demoSuggestionCode" },
} as const;

/** Commands of the input, which wait for the rest of the prompt. */
const beginnings = [
  { kind: "image", text: "suggestionDraw" },
  { kind: "audio", text: "suggestionReadAloud" },
] as const;

export function Welcome() {
  const { store, host } = usePanel();
  const { engines, automatic } = store.state;
  // The active file, or what is selected in it.
  const attached = automatic.find(({ attachment, isSent }) => isSent && attachment.role !== "instructions");
  const demo = store.state.service?.demo === true;
  const needsKey = store.state.service?.needsKey === true;
  const prompt = prompts[demo ? "demo" : "service"];
  const first = attached === undefined ? t(prompt.text) : t("suggestionAttached", attached.attachment.name);
  return (
    <div class="welcome">
      <span class="welcome-icon">
        <Icon name="sparkle" />
      </span>
      <h2>{t("welcomeTitle")}</h2>
      <p>{t(needsKey ? "welcomeKey" : demo ? "welcomeDemo" : "welcomeService")}</p>
      {needsKey && <PrimaryButton onClick={() => host.call("setKey")}>{t("setKey")}</PrimaryButton>}
      {engines.length > 0 && (
        <div class="suggestions column providers">
          {engines.map((engine) => (
            <Engine engine={engine} key={engine.name} />
          ))}
        </div>
      )}
      <div class="suggestions column">
        <Suggestion
          icon={attached === undefined ? prompt.icon : "selection"}
          text={first}
          onClick={() => host.call("send", { text: first })}
        />
        {beginnings.map(({ kind, text }) => (
          <Suggestion
            key={kind}
            icon={kindTable[kind].icon}
            text={t(text)}
            onClick={() => store.ask({ type: "draft", text: `/${kind} ` })}
          />
        ))}
      </div>
    </div>
  );
}

function Suggestion({ icon, text, onClick }: { icon: IconName; text: string; onClick(): void }) {
  return (
    <button type="button" class="suggestion" title={text} onClick={onClick}>
      <Icon name={icon} />
      <span>{text}</span>
    </button>
  );
}

/** Adds an engine, or downloads its first model. */
function Engine({ engine: { name, label, models, isConfigured } }: { engine: PanelEngine }) {
  const { host } = usePanel();
  const isEmpty = models === 0;
  return (
    <div class="one-line">
      <button type="button" class="suggestion fill" onClick={() => host.call(isEmpty ? "getModel" : "addEngine", { name })}>
        <Icon name={isEmpty ? "arrow-down" : "plug"} />
        <span>{t(isEmpty ? "getModelFor" : "useEngine", label)}</span>
        {!isEmpty && <span class="count quiet">{t("engineModels", models)}</span>}
      </button>
      {isConfigured !== true && (
        <IconButton icon="close" title={t("dismissEngine", label)} onClick={() => host.call("dismissEngine", { name })} />
      )}
    </div>
  );
}
