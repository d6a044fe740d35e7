/** Creates the element of an icon, hidden from screen readers. */
import type { IconName } from "./iconNames.ts";

export function createIcon(name: IconName): HTMLElement {
  const icon = document.createElement("span");
  icon.className = `codicon codicon-${name}`;
  icon.setAttribute("aria-hidden", "true");
  return icon;
}
