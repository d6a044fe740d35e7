/** The results of a request: one beside the image with a swipe, or several as a grid. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { EditedResult } from "../../imageEditor/toImageEditor.ts";
import { IconButton } from "../Button.tsx";
import { Overlay } from "../media/Overlay.tsx";
import { wholeImage } from "../media/viewport.ts";
import { ZoomButtons } from "../media/ZoomButtons.tsx";
import { t } from "./texts.ts";

interface ResultsProps {
  before: EditedResult;
  results: readonly EditedResult[];
  error: string | undefined;
  onUse(position: number): void;
  onTryAgain(): void;
}

const contentOf = ({ name, address }: EditedResult) => <img key={address} src={address} alt={name} draggable={false} />;

export function Results({ before, results, error, onUse, onTryAgain }: ResultsProps) {
  const [compared, setCompared] = useState(results.length === 1 ? 0 : undefined);
  const [view, setView] = useState(wholeImage);
  const bar = useRef<HTMLDivElement>(null);
  // Before the next key: an effect after painting would lose it.
  useLayoutEffect(() => bar.current?.querySelector("button")?.focus(), [compared]);
  const shown = compared === undefined ? undefined : results[compared];
  const isAmongSeveral = results.length > 1;
  return (
    <section class="edit-results" aria-label={t("results", results.length)}>
      <div class="toolbar" ref={bar}>
        {shown !== undefined && isAmongSeveral ? (
          <IconButton icon="arrow-left" title={t("results", results.length)} onClick={() => setCompared(undefined)} />
        ) : (
          <IconButton icon="arrow-left" title={t("back")} onClick={onTryAgain} />
        )}
        <h1>{shown === undefined ? t("results", results.length) : shown.name}</h1>
        {shown !== undefined && <ZoomButtons view={view} onView={setView} />}
        {shown !== undefined && compared !== undefined && (
          <button type="button" class="button" onClick={() => onUse(compared)}>
            {t("useThis")}
          </button>
        )}
        <button type="button" class="button secondary" onClick={onTryAgain}>
          {t("tryAgain")}
        </button>
      </div>
      <p class="quiet saved" role="status">
        {isAmongSeveral ? t("savedSeveral") : t("saved", results[0]?.name ?? "")}
      </p>
      {error !== undefined && (
        <p class="edit-error" role="alert">
          {error}
        </p>
      )}
      {shown === undefined ? (
        <div class="result-grid">
          {results.map((result, position) => (
            <figure key={result.address}>
              <button type="button" class="result-image" aria-label={t("compareThis", result.name)} onClick={() => setCompared(position)}>
                {contentOf(result)}
              </button>
              <figcaption>
                <span class="result-name">{result.name}</span>
                <button type="button" class="button" aria-label={`${t("useThis")}: ${result.name}`} onClick={() => onUse(position)}>
                  {t("useThis")}
                </button>
              </figcaption>
            </figure>
          ))}
        </div>
      ) : (
        <Overlay
          mode="swipe"
          first={{ name: `${t("before")}: ${before.name}`, content: contentOf(before) }}
          second={{ name: `${t("after")}: ${shown.name}`, content: contentOf(shown) }}
          view={view}
          onView={setView}
        />
      )}
    </section>
  );
}
