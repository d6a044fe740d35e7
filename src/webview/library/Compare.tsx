/** Compares several results side by side, or two images on top of each other, with a table of their differences. */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { kindTable } from "../../contract/kind.ts";
import type { ComparedResult } from "../../library/libraryProtocol.ts";
import { IconButton } from "../Button.tsx";
import { Overlay } from "../media/Overlay.tsx";
import { type Viewport, wholeImage } from "../media/viewport.ts";
import { ZoomButtons } from "../media/ZoomButtons.tsx";
import { Zoomed, ZoomView } from "../media/ZoomView.tsx";
import { type CompareMode, compareModes } from "./compareModes.ts";
import { FieldTable } from "./FieldTable.tsx";
import { Preview } from "./Preview.tsx";
import { useLibrary, usePanel } from "./panel.ts";
import { t } from "./texts.ts";

const isSeen = ({ entry: { kind } }: ComparedResult) => ["image", "video"].includes(kindTable[kind].shownAs);

const overlaid = ({ entry }: ComparedResult) => ({ name: entry.name, content: <Preview key={entry.number} entry={entry} large /> });

interface PaneProps {
  result: ComparedResult;
  /** The first result, if its prompt can be compared with this one's. */
  first: ComparedResult | undefined;
  view: Viewport;
  onView(view: Viewport): void;
  onFit?(fit: number): void;
}

function Pane({ result, first, view, onView, onFit }: PaneProps) {
  const { entry } = result;
  return (
    <figure class="pane column">
      <figcaption class="one-line">
        <span class="fill cut">{entry.name}</span>
        {first !== undefined && <PromptsButton {...{ first, second: result }} />}
      </figcaption>
      {isSeen(result) ? (
        <ZoomView label={entry.name} {...{ view, onView }} {...(onFit && { onFit })}>
          <Zoomed view={view}>
            <Preview entry={entry} large />
          </Zoomed>
        </ZoomView>
      ) : (
        <div class="large-preview">
          <Preview entry={entry} large />
        </div>
      )}
    </figure>
  );
}

/** Shown only if both results have tasks and these differ, because otherwise there are no two prompt documents to compare. */
function PromptsButton({ first, second }: { first: ComparedResult; second: ComparedResult }) {
  const { host } = usePanel();
  const [task, other] = [first.entry.task, second.entry.task];
  if (task === undefined || other === undefined || task === other) return null;
  return (
    <IconButton
      icon="git-compare"
      title={t("comparePrompts", first.entry.name)}
      onClick={() => host.call("comparePrompts", { tasks: [task, other] })}
    />
  );
}

export function Compare({ numbers, onClose }: { numbers: readonly number[]; onClose: () => void }) {
  const { store, host } = usePanel();
  const { compared } = useLibrary();
  const [mode, setMode] = useState<CompareMode>(host.remembered.compareMode ?? "sideBySide");
  const choose = (next: CompareMode) => {
    setMode(next);
    host.remember({ compareMode: next });
  };
  const [view, setView] = useState(wholeImage);
  const [fit, setFit] = useState<number | undefined>(undefined);
  const back = useRef<HTMLDivElement>(null);
  useEffect(() => store.compare(numbers), [numbers]);
  // Before the next key: an effect after painting would lose it.
  useLayoutEffect(() => back.current?.querySelector("button")?.focus(), []);

  const results = compared?.numbers.join() === numbers.join() ? compared.results : undefined;
  const [first, second] = results ?? [];
  const areImages =
    results?.length === 2 && results.every(({ entry }) => kindTable[entry.kind].shownAs === "image" && entry.source !== undefined);
  return (
    <section class="compare page" aria-label={t("compare")}>
      <div class="toolbar" ref={back}>
        <IconButton icon="arrow-left" title={t("compareEnd")} onClick={onClose} />
        <h1>{t("compared", results?.length ?? numbers.length)}</h1>
        {areImages && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border
          <div class="buttons" role="group" aria-label={t("compareMode")}>
            {compareModes.map((one) => (
              <button type="button" key={one} class="button quiet-button" aria-pressed={one === mode} onClick={() => choose(one)}>
                {t(one)}
              </button>
            ))}
          </div>
        )}
        {results?.some(isSeen) && <ZoomButtons {...{ view, fit }} onView={setView} />}
      </div>
      <div class="compare-body fill">
        {results === undefined ? (
          <p class="empty" role="status">
            {t("loading")}
          </p>
        ) : first === undefined || second === undefined ? (
          <p class="empty" role="status">
            {t("detailsGone")}
          </p>
        ) : (
          <>
            {areImages && mode !== "sideBySide" ? (
              <Overlay {...{ mode, view }} first={overlaid(first)} second={overlaid(second)} onView={setView} onFit={setFit} />
            ) : (
              <div class="panes">
                {results.map((result) => (
                  <Pane
                    key={result.entry.number}
                    {...{ result, view }}
                    first={result === first ? undefined : first}
                    onView={setView}
                    {...(result === first && { onFit: setFit })}
                  />
                ))}
              </div>
            )}
            <FieldTable results={results} />
          </>
        )}
      </div>
    </section>
  );
}
