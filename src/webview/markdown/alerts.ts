/** Adds titles to quotes that are alerts. */
import type { PanelTextName } from "../../chat/texts/panelTexts.ts";
import { createIcon } from "../createIcon.ts";
import type { IconName } from "../iconNames.ts";
import { t } from "../texts.ts";

const alerts = new Map<string, readonly [icon: IconName, title: PanelTextName]>([
  ["note", ["info", "alertNote"]],
  ["tip", ["lightbulb", "alertTip"]],
  ["important", ["report", "alertImportant"]],
  ["warning", ["warning", "alertWarning"]],
  ["caution", ["error", "alertCaution"]],
]);

export function showAlerts(fragment: DocumentFragment): void {
  for (const quote of fragment.querySelectorAll("blockquote[type]")) {
    const kind = quote.getAttribute("type") ?? "";
    quote.removeAttribute("type");
    const [icon, title] = alerts.get(kind) ?? [];
    if (icon === undefined || title === undefined) continue;
    quote.classList.add("alert", `alert-${kind}`);
    const heading = document.createElement("p");
    heading.className = "alert-title";
    heading.append(createIcon(icon), t(title));
    quote.prepend(heading);
  }
}
