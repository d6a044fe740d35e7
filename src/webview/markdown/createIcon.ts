/** An icon's name in; the element that shows it, and says nothing, out. */
import type { IconName } from "../iconNames.ts";

export function createIcon(name: IconName): HTMLElement {
  const icon = document.createElement("span");
  icon.className = `codicon codicon-${name}`;
  icon.setAttribute("aria-hidden", "true");
  return icon;
}
