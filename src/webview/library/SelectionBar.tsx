/** The number of selected results, and the actions on all of them. */
import { mostCompared } from "../../library/libraryProtocol.ts";
import { Icon, IconButton, PrimaryButton } from "../Button.tsx";
import type { Selection } from "./selection.ts";
import { t } from "./texts.ts";

interface SelectionBarProps {
  selection: Selection;
  onCompare(): void;
  onClear(): void;
}

export function SelectionBar({ selection: { chosen }, onCompare, onClear }: SelectionBarProps) {
  const isTooMany = chosen.size > mostCompared;
  return (
    <footer class="selection-bar bar">
      <span role="status">{t("selected", chosen.size)}</span>
      <PrimaryButton disabled={isTooMany} onClick={onCompare}>
        <Icon name="split-horizontal" />
        {isTooMany ? t("compareMost", mostCompared) : t("compare")}
      </PrimaryButton>
      <IconButton icon="close" title={t("selectionClear")} onClick={onClear} />
    </footer>
  );
}
