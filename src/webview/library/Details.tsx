/** Everything about one result, and what can be done with it. */
import { useEffect } from "preact/hooks";
import { mostStars } from "../../library/marks.ts";
import type { PanelEntry } from "../../library/toLibrary.ts";
import type { LibraryAction } from "../../library/toLibraryHost.ts";
import { IconButton } from "../Button.tsx";
import type { IconName } from "../iconNames.ts";
import { formatSize } from "./formatSize.ts";
import { Preview, previewKey } from "./Preview.tsx";
import { useLibrary, usePanel } from "./panel.ts";
import { t } from "./texts.ts";

const actions: readonly (readonly [LibraryAction, IconName, Parameters<typeof t>[0]])[] = [
  ["open", "go-to-file", "open"],
  ["reveal", "folder-opened", "reveal"],
  ["insertLink", "insert", "insertLink"],
  ["copyPrompt", "copy", "copyPrompt"],
  ["runAgain", "refresh", "runAgain"],
  ["moreLikeThis", "wand", "moreLikeThis"],
  ["howMade", "info", "howMade"],
  ["delete", "trash", "remove"],
];

function Marks({ entry }: { entry: PanelEntry }) {
  const { host } = usePanel();
  const { number, rating, favourite } = entry;
  const stars = Array.from({ length: mostStars }, (_, index) => index + 1);
  return (
    <div class="mark-buttons">
      <IconButton
        icon={favourite ? "heart-filled" : "heart"}
        title={t(favourite ? "favouriteRemove" : "favouriteAdd")}
        onClick={() => host.post({ type: "mark", number, favourite: !favourite })}
      />
      <span class="stars">
        {stars.map((star) => (
          <IconButton
            key={star}
            icon={star <= rating ? "star-full" : "star-empty"}
            title={star === rating ? t("rateClear") : t("rate", star)}
            pressed={star === rating}
            onClick={() => host.post({ type: "mark", number, rating: star === rating ? 0 : star })}
          />
        ))}
      </span>
    </div>
  );
}

function Facts({ entry }: { entry: PanelEntry }) {
  const { details } = useLibrary();
  const shown = details?.number === entry.number ? details.shown : undefined;
  if (shown === "gone") return <p class="quiet">{t("detailsGone")}</p>;
  return (
    <>
      <h3>{t("prompt")}</h3>
      <p class="whole-prompt" dir="auto">
        {shown?.prompt ?? entry.prompt}
      </p>
      <h3>{t("howMadeTitle")}</h3>
      <dl>
        {(shown?.facts ?? []).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function Details({ entry, onClose }: { entry: PanelEntry | undefined; onClose: () => void }) {
  const { host } = usePanel();
  const number = entry?.number;
  useEffect(() => {
    if (number !== undefined) host.post({ type: "describe", number });
  }, [number]);
  return (
    <aside class="details" aria-label={t("details")}>
      <header>
        <h2>{entry?.name ?? t("details")}</h2>
        <IconButton icon="close" title={t("detailsClose")} onClick={onClose} />
      </header>
      {entry === undefined ? (
        <p class="empty">{t("detailsNone")}</p>
      ) : (
        <>
          <div class="large-preview" key={previewKey(entry)}>
            <Preview entry={entry} large />
          </div>
          {entry.isMissing === true && (
            <div class="missing" role="status">
              <p>{t("missingHint")}</p>
              <button type="button" class="button" onClick={() => host.post({ type: "act", task: entry.task, action: "saveAgain" })}>
                {t("saveAgain")}
              </button>
            </div>
          )}
          <div class="actions">
            {actions.map(([action, icon, name]) => (
              <IconButton key={action} icon={icon} title={t(name)} onClick={() => host.post({ type: "act", task: entry.task, action })} />
            ))}
            <IconButton icon="edit" title={t("rename")} onClick={() => host.post({ type: "rename", number: entry.number })} />
          </div>
          <Marks entry={entry} />
          <p class="quiet">{formatSize(entry.size)}</p>
          <Facts entry={entry} />
        </>
      )}
    </aside>
  );
}
