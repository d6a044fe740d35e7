/** The results that a result was generated from, those generated from it, and the documents that link to it. */
import type { PanelDetails, PanelEntry, PanelReference } from "../../library/libraryProtocol.ts";
import { LinkButton } from "../Button.tsx";
import { Preview, previewKey } from "./Preview.tsx";
import { useLibrary, usePanel } from "./panel.ts";
import { t } from "./texts.ts";

interface RelatedProps {
  shown: PanelDetails;
  onVisit(entry: PanelEntry): void;
}

function Tile({ entry, onVisit }: { entry: PanelEntry; onVisit: RelatedProps["onVisit"] }) {
  return (
    <button type="button" class="tile" title={entry.prompt || entry.name} aria-label={entry.name} onClick={() => onVisit(entry)}>
      <span class="preview" key={previewKey(entry)}>
        <Preview entry={entry} still />
      </span>
    </button>
  );
}

function Reference({ reference: { label, entry, image }, onVisit }: { reference: PanelReference; onVisit: RelatedProps["onVisit"] }) {
  if (entry !== undefined) return <Tile entry={entry} onVisit={onVisit} />;
  if (image === undefined) return <span class="reference quiet">{label}</span>;
  return (
    <span class="tile" title={label}>
      <span class="preview">
        <img src={image} alt={label} decoding="async" draggable={false} />
      </span>
    </span>
  );
}

function Links({ number }: { number: number }) {
  const { host } = usePanel();
  const { links } = useLibrary();
  if (links?.number !== number || links.links.length === 0) return null;
  return (
    <>
      <h3>{t("linkedIn")}</h3>
      <ul class="links list">
        {links.links.map(({ document, name, line }) => (
          <li key={document}>
            <LinkButton onClick={() => host.call("openLink", { document, line })}>{t("linkLine", name, line + 1)}</LinkButton>
          </li>
        ))}
      </ul>
    </>
  );
}

export function Related({ shown: { entry, references, made }, onVisit }: RelatedProps) {
  return (
    <>
      {references.length > 0 && (
        <>
          <h3>{t("references")}</h3>
          <div class="bar">
            {references.map((reference, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes, and there may be duplicates
              <Reference key={index} {...{ reference, onVisit }} />
            ))}
          </div>
        </>
      )}
      {made.length > 0 && (
        <>
          <h3>{t("made")}</h3>
          <div class="bar">
            {made.map((one) => (
              <Tile key={one.number} entry={one} onVisit={onVisit} />
            ))}
          </div>
        </>
      )}
      <Links number={entry.number} />
    </>
  );
}
