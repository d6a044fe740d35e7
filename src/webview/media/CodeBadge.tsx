/** Says that no trained model made a result. The tooltip begins with the badge's text, which a narrow cell cuts. */
import { t } from "./texts.ts";

export function CodeBadge() {
  return (
    <span class="badge" title={`${t("madeByCode")}: ${t("madeByCodeHint")}`}>
      {t("madeByCode")}
    </span>
  );
}
