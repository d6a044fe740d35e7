/** How many results are selected, and what can be done with all of them. */
import { IconButton } from "../Button.tsx";
import type { Selection } from "./selection.ts";
import { t } from "./texts.ts";

export function SelectionBar({ selection, onClear }: { selection: Selection; onClear: () => void }) {
  return (
    <footer class="selection-bar">
      <span role="status">{t("selected", selection.chosen.size)}</span>
      <IconButton icon="close" title={t("selectionClear")} onClick={onClear} />
    </footer>
  );
}
