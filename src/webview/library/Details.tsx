/** All details of a result, and its actions. Those that are used less are in a menu. */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PanelDetails, PanelEntry } from "../../library/libraryProtocol.ts";
import { type ActedResult, actionsOf, type ResultActionName, resultActions } from "../../library/resultActions.ts";
import { IconButton, LinkButton, PrimaryButton } from "../Button.tsx";
import { MoreActions } from "../MoreActions.tsx";
import { CodeBadge } from "../media/CodeBadge.tsx";
import { copyImage } from "../media/copyImage.ts";
import { Stars } from "../media/Stars.tsx";
import { Preview, previewKey } from "./Preview.tsx";
import { useLibrary, usePanel } from "./panel.ts";
import { Related } from "./Related.tsx";
import { t } from "./texts.ts";

/** What is only known once the result is described. */
type Described = Pick<PanelDetails, "announced" | "unheard">;

/** A file's metadata may have no prompt. */
const toActed = ({ kind, mediaType, source, task, prompt }: PanelEntry, { announced, unheard }: Described): ActedResult => ({
  kind,
  mediaType,
  isThere: source !== undefined,
  hasTask: task !== undefined,
  hasPrompt: task !== undefined || prompt !== "",
  announced,
  unheard,
});

/** Actions beside the menu. */
const shownActions = 4;

function Actions({ entry, described }: { entry: PanelEntry; described: Described }) {
  const { store, host } = usePanel();
  const { number } = entry;
  const run = (action: ResultActionName) => {
    const askHost = () => host.call("act", { number, action });
    if (action === "copyImage") void copyImage(store.image(entry), askHost);
    else askHost();
  };
  const offered = actionsOf(toActed(entry, described)).map((action) => ({
    icon: resultActions[action].icon,
    label: t(`action.${action}`),
    act: () => run(action),
  }));
  const buttons = offered
    .slice(0, shownActions)
    .map(({ icon, label, act }) => <IconButton key={label} icon={icon} title={label} label={label} onClick={act} />);
  return (
    <div class="labelled-actions">
      <span class="action-row buttons">
        {buttons.slice(0, -1)}
        <span class="last-actions">
          {buttons.at(-1)}
          <MoreActions title={t("moreActions")} actions={offered.slice(shownActions)} />
        </span>
      </span>
    </div>
  );
}

function Marks({ entry }: { entry: PanelEntry }) {
  const { host } = usePanel();
  const { number, rating, favourite } = entry;
  return (
    <div class="bar">
      <IconButton
        icon={favourite ? "heart-filled" : "heart"}
        title={t(favourite ? "favouriteRemove" : "favouriteAdd")}
        onClick={() => host.call("mark", { number, favourite: !favourite })}
      />
      <Stars rating={rating} onRate={(next) => host.call("mark", { number, rating: next })} />
    </div>
  );
}

interface FactsProps {
  entry: PanelEntry;
  shown: PanelDetails | "gone" | undefined;
  /** Called to show the details of another result. */
  onVisit(entry: PanelEntry): void;
}

function Facts({ entry, shown, onVisit }: FactsProps) {
  if (shown === "gone") return <p class="quiet">{t("detailsGone")}</p>;
  return (
    <>
      {entry.prompt !== "" && (
        <>
          <h3>{t("prompt")}</h3>
          <p class="written" dir="auto">
            {shown?.prompt ?? entry.prompt}
          </p>
        </>
      )}
      <h3>{t("howMadeTitle")}</h3>
      <dl>
        {(shown?.facts ?? []).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {shown !== undefined && <Related shown={shown} onVisit={onVisit} />}
    </>
  );
}

interface DetailsProps {
  entry: PanelEntry | undefined;
  /** They lie over the results, which then cannot have the focus. */
  isCovering: boolean;
  onClose: () => void;
}

export function Details({ entry: active, isCovering, onClose }: DetailsProps) {
  const { store, host } = usePanel();
  const { details } = useLibrary();
  /** The related results that the user has visited from this one, in order. */
  const [visited, setVisited] = useState<{ from: number | undefined; entries: readonly PanelEntry[] }>({ from: undefined, entries: [] });
  const path = visited.from === active?.number ? visited.entries : [];
  const visit = (entries: readonly PanelEntry[]) => setVisited({ from: active?.number, entries });
  const last = path.at(-1) ?? active;
  const number = last?.number;
  const shown = details !== undefined && details.number === number ? details.shown : undefined;
  // A result that is not in the grid may have been marked since, so use the host's data.
  const entry = path.length > 0 && shown !== undefined && shown !== "gone" ? shown.entry : last;
  const described: Described = shown === undefined || shown === "gone" ? { announced: [] } : shown;
  const before = path.at(-2) ?? active;
  useEffect(() => {
    if (number !== undefined) store.describe(number);
  }, [number]);
  const region = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const isLost = focused === document.body || focused?.closest("[inert]") != null;
    if (isCovering && isLost && document.hasFocus()) region.current?.querySelector<HTMLElement>("header > button:last-child")?.focus();
  }, [isCovering]);
  return (
    <aside class="details" ref={region} aria-label={t("details")}>
      <header class="one-line">
        {path.length > 0 && before !== undefined && (
          <IconButton icon="arrow-left" title={t("detailsBack", before.name)} onClick={() => visit(path.slice(0, -1))} />
        )}
        <h2 class="fill cut">{entry?.name ?? t("details")}</h2>
        <IconButton icon="close" title={t("detailsClose")} onClick={onClose} />
      </header>
      {entry === undefined ? (
        <p class="empty">{t("detailsNone")}</p>
      ) : (
        <>
          <div class="large-preview" key={previewKey(entry)}>
            <Preview entry={entry} large unheard={described.unheard} />
          </div>
          {entry.isMissing === true && (
            <div role="status">
              <p>{t("missingHint")}</p>
              <PrimaryButton onClick={() => host.call("act", { number: entry.number, action: "saveAgain" })}>
                {t("saveAgain")}
              </PrimaryButton>
            </div>
          )}
          <Actions entry={entry} described={described} />
          {entry.isMadeByCode === true && (
            <p>
              <CodeBadge /> <LinkButton onClick={() => host.call("addProvider")}>{t("addProvider")}</LinkButton>
            </p>
          )}
          <Marks entry={entry} />
          <p class="quiet">{formatSize(entry.size)}</p>
          <Facts entry={entry} shown={shown} onVisit={(other) => visit([...path, other])} />
        </>
      )}
    </aside>
  );
}

/** A number of bytes in decimal units. */
function formatSize(bytes: number): string {
  if (bytes < 1000) return t("bytes", bytes);
  return bytes < 1_000_000 ? t("kilobytes", Math.ceil(bytes / 1000)) : t("megabytes", bytes / 1_000_000);
}
