/** The name and progress of the comparison, and the actions on it. */
import type { Comparison } from "../../library/comparison/comparison.ts";
import { IconButton } from "../Button.tsx";
import type { Host } from "./host.ts";
import { t } from "./texts.ts";

interface ToolbarProps {
  host: Host;
  table: Comparison;
  isRunning: boolean;
  isBlind: boolean;
  onBlind(isBlind: boolean): void;
}

export function Toolbar({ host, table, isRunning, isBlind, onBlind }: ToolbarProps) {
  const cells = table.cases.flatMap((one) => one.cells.filter((cell) => cell !== null));
  const done = cells.filter(({ state }) => state !== "waiting" && state !== "running").length;
  return (
    <div class="toolbar">
      <h1>{t("comparedModels", table.title)}</h1>
      <span class="quiet" role="status">
        {isRunning ? t("progress", done, cells.length) : t("finished", cells.filter(({ answers }) => answers.length > 0).length)}
      </span>
      <span class="bar">
        <button type="button" class="button quiet-button" aria-pressed={isBlind} onClick={() => onBlind(!isBlind)}>
          {t(isBlind ? "reveal" : "rateBlind")}
        </button>
        {isRunning ? (
          <IconButton icon="debug-stop" title={t("stop")} onClick={() => host.call("stop")} />
        ) : (
          <IconButton icon="refresh" title={t("run")} onClick={() => host.call("run")} />
        )}
        <IconButton icon="settings" title={t("chooseModels")} disabled={isRunning} onClick={() => host.call("chooseModels")} />
        <IconButton icon="markdown" title={t("exportMarkdown")} onClick={() => host.call("export", { format: "markdown" })} />
        <IconButton icon="table" title={t("exportCsv")} onClick={() => host.call("export", { format: "csv" })} />
      </span>
    </div>
  );
}
