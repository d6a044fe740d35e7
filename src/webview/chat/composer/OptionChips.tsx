/** Chips for options that make the next request more expensive. New conversations inherit them, so they must stay visible. */
import type { ChangedSettings, ConversationSettings } from "../../../chat/conversation/turn.ts";
import { takesTool } from "../../../chat/request/refusedSettings.ts";
import { Icon, IconButton } from "../../Button.tsx";
import type { IconName } from "../../iconNames.ts";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";

interface Option {
  isOn: boolean;
  icon: IconName;
  label: string;
  off: ChangedSettings;
}

export function OptionChips({ settings }: { settings: ConversationSettings }) {
  const { store, host } = usePanel();
  const tools = store.toolsOf(settings.model);
  const options: Option[] = [
    { isOn: settings.webSearch && takesTool(tools, "webSearch"), icon: "globe", label: t("webSearch"), off: { webSearch: false } },
    {
      isOn: settings.imageGeneration && takesTool(tools, "imageGeneration"),
      icon: "file-media",
      label: t("imageGeneration"),
      off: { imageGeneration: false },
    },
    { isOn: settings.effort === "high", icon: "lightbulb", label: t("effortHighOption"), off: { effort: "" } },
  ];
  const shown = options.filter(({ isOn }) => isOn);
  if (shown.length === 0) return null;
  return (
    <div class="chips option-chips bar">
      {shown.map(({ icon, label, off }) => (
        <span class="chip" key={label}>
          <Icon name={icon} />
          <span class="chip-name cut">{label}</span>
          <IconButton icon="close" title={t("optionRemove", label)} onClick={() => host.call("changeSettings", { settings: off })} />
        </span>
      ))}
    </div>
  );
}
