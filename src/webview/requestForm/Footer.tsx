/** The price of the request, and the actions on it. */
import type { Host } from "./host.ts";
import { t } from "./texts.ts";

export function Footer({ host, cost, canSave }: { host: Host; cost: readonly string[]; canSave: boolean }) {
  return (
    <footer class="footer">
      <div class="cost" role="status">
        {cost.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
      <div class="actions">
        <button type="button" class="button" title={t("generateKeys")} onClick={() => host.post({ type: "generate" })}>
          {t("generate")}
        </button>
        {canSave && (
          <button type="button" class="button secondary" onClick={() => host.post({ type: "save" })}>
            {t("save")}
          </button>
        )}
        <button type="button" class="button secondary" onClick={() => host.post({ type: "cancel" })}>
          {t("cancel")}
        </button>
      </div>
    </footer>
  );
}
