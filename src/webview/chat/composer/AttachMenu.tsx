/** The menu for attaching something to the prompt. */
import { useState } from "preact/hooks";
import { Icon } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { Popover } from "../Popover.tsx";
import { usePanel } from "../panel.ts";
import { attachWays } from "./attachWays.ts";

export function AttachMenu() {
  const { host } = usePanel();
  const [url, setUrl] = useState("");
  return (
    <Popover title={t("attach")} buttonClass="icon-button" label={<Icon name="attach" />}>
      {(close) => (
        <div class="menu">
          {attachWays.map(({ what, icon, label }) => (
            <button
              type="button"
              key={what}
              onClick={() => {
                host.call("attach", { what });
                close();
              }}
            >
              <Icon name={icon} />
              {t(label)}
            </button>
          ))}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (url.trim() === "") return;
              host.call("attachUrl", { url: url.trim() });
              setUrl("");
              close();
            }}
          >
            <Icon name="link" />
            <input
              class="text"
              type="url"
              aria-label={t("attachAddress")}
              placeholder={t("attachAddressHint")}
              value={url}
              onInput={(event) => setUrl(event.currentTarget.value)}
            />
          </form>
          <p class="menu-note quiet">{t("attachByDropping")}</p>
        </div>
      )}
    </Popover>
  );
}
