/** A cell in full: each repetition with its files, its text, and its remarks. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { kindTable } from "../../contract/kind.ts";
import { mostStars } from "../../contract/rating.ts";
import type { ComparedAnswer, Comparison } from "../../library/comparison/comparison.ts";
import { IconButton } from "../Button.tsx";
import { Stars } from "../media/Stars.tsx";
import { type Viewport, wholeImage } from "../media/viewport.ts";
import { ZoomButtons } from "../media/ZoomButtons.tsx";
import { Zoomed, ZoomView } from "../media/ZoomView.tsx";
import { letterOf } from "./arrangeRow.ts";
import { OpenFacts } from "./Cell.tsx";
import { File } from "./File.tsx";
import type { Position } from "./host.ts";
import { t } from "./texts.ts";

interface EnlargedProps {
  table: Comparison;
  arrangements: readonly (readonly (number | undefined)[])[];
  isBlind: boolean;
  at: Position;
  onMove(position: Position): void;
  onRate(position: Position, rating: number): void;
  onClose(): void;
}

const isSeen = ({ kind }: ComparedAnswer["files"][number]) => ["image", "video"].includes(kindTable[kind].shownAs);

export function Enlarged({ table, arrangements, isBlind, at, onMove, onRate, onClose }: EnlargedProps) {
  // Keep the zoom for the next answer, so that the same detail can be compared.
  const [view, setView] = useState(wholeImage);
  const [fit, setFit] = useState<number | undefined>(undefined);
  const bar = useRef<HTMLDivElement>(null);
  // Before the next key: an effect after painting would lose it.
  useLayoutEffect(() => bar.current?.querySelector("button")?.focus(), []);
  const one = table.cases[at.row];
  const cell = one?.cells[at.column];
  if (one === undefined || !cell) return null;
  const positions = arrangements.flatMap((order, row) =>
    order.flatMap((column, index) => (column !== undefined && table.cases[row]?.cells[column] ? [{ row, column, index }] : [])),
  );
  const current = positions.findIndex(({ row, column }) => row === at.row && column === at.column);
  const [previous, next] = [positions[current - 1], positions[current + 1]];
  const name = isBlind ? t("answerLetter", letterOf(positions[current]?.index ?? 0)) : (table.models[at.column] ?? "");
  const { answers, note, rating } = cell;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      onClose();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLMediaElement) return;
    // If the focus is on an image, 0 has already reset the zoom, and must not clear the rating.
    const isDigit = /^\d$/.test(event.key) && Number(event.key) <= mostStars && !event.defaultPrevented;
    if (isDigit && answers.length > 0) onRate(at, Number(event.key));
  }

  return (
    <section class="comparison page" aria-label={t("details")} onKeyDown={onKeyDown}>
      <div class="toolbar" ref={bar}>
        <IconButton icon="arrow-left" title={t("back")} onClick={onClose} />
        <h1>
          <span dir="auto">{one.name}</span> <span class="quiet">{name}</span>
        </h1>
        <span class="bar">
          {answers.some(({ files }) => files.some(isSeen)) && <ZoomButtons {...{ view, fit }} onView={setView} />}
          {answers.length > 0 && <Stars rating={rating} onRate={(stars) => onRate(at, stars)} />}
          <span class="buttons">
            <IconButton
              icon="chevron-left"
              title={t("previous")}
              atEnd={previous === undefined}
              onClick={() => previous && onMove(previous)}
            />
            <IconButton icon="chevron-right" title={t("next")} atEnd={next === undefined} onClick={() => next && onMove(next)} />
          </span>
        </span>
      </div>
      <div class="enlarged-body fill">
        {!isBlind && (
          <p class={`facts bar ${cell.state}`}>
            <OpenFacts cell={cell} />
          </p>
        )}
        {!isBlind && note !== undefined && <p dir="auto">{note}</p>}
        {answers.map((answer, index) => (
          <WholeAnswer
            // biome-ignore lint/suspicious/noArrayIndexKey: repetitions are identified by their number
            key={index}
            {...{ answer, isBlind, view }}
            number={answers.length > 1 ? index + 1 : undefined}
            onView={setView}
            onFit={setFit}
          />
        ))}
      </div>
    </section>
  );
}

interface WholeAnswerProps {
  answer: ComparedAnswer;
  isBlind: boolean;
  /** Number of the repetition; undefined: there is only one. */
  number: number | undefined;
  view: Viewport;
  onView(view: Viewport): void;
  onFit(fit: number): void;
}

function WholeAnswer({ answer, isBlind, number, view, onView, onFit }: WholeAnswerProps) {
  const { text, files, remarks } = answer;
  return (
    <article class="whole-answer">
      {number !== undefined && <h2>{t("repetition", number)}</h2>}
      {files.map((file) =>
        isSeen(file) ? (
          <ZoomView key={file.address} label={file.name} {...{ view, onView, onFit }}>
            <Zoomed view={view}>
              <File file={file} large />
            </Zoomed>
          </ZoomView>
        ) : (
          <File key={file.address} file={file} large />
        ),
      )}
      {(text !== "" || files.length === 0) && (
        <div class="whole-text written" dir="auto">
          {text || t("noText")}
        </div>
      )}
      {!isBlind && remarks.length > 0 && (
        <ul class="remarks">
          {remarks.map((remark) => (
            <li key={remark} dir="auto">
              {remark}
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
