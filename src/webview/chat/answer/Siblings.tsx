/** Switches between the branches of a turn. */

import { IconButton } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";

export interface SiblingsProps {
  /** Ids, oldest first. */
  ids: readonly string[];
  shown: string;
}

export function Siblings({ ids, shown }: SiblingsProps) {
  const { host } = usePanel();
  if (ids.length < 2) return null;
  const at = ids.indexOf(shown);
  const choose = (index: number) => {
    const turnId = ids[index];
    if (turnId !== undefined) host.call("chooseTurn", { turnId });
  };
  return (
    <span class="siblings one-line">
      <IconButton icon="chevron-left" title={t("previousVersion")} disabled={at === 0} onClick={() => choose(at - 1)} />
      <span>{t("versionOf", at + 1, ids.length)}</span>
      <IconButton icon="chevron-right" title={t("nextVersion")} disabled={at === ids.length - 1} onClick={() => choose(at + 1)} />
    </span>
  );
}
