/** The comparison of models: the table, or one of its answers. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Comparison } from "../../library/comparison/comparison.ts";
import type { ComparisonPush } from "../../library/comparison/comparisonProtocol.ts";
import { LinkButton } from "../Button.tsx";
import { arrangeRow } from "./arrangeRow.ts";
import { Decision } from "./Decision.tsx";
import { Enlarged } from "./Enlarged.tsx";
import type { Host, Position } from "./host.ts";
import { Table } from "./Table.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { t } from "./texts.ts";

interface Shown {
  table: Comparison | undefined;
  isRunning: boolean;
  /** Why there is no table. */
  because: Extract<ComparisonPush, { type: "nothing" }>["because"] | undefined;
}

function withPush(shown: Shown, push: ComparisonPush): Shown {
  switch (push.type) {
    case "table":
      return { table: push.table, isRunning: push.isRunning, because: undefined };
    case "nothing":
      return { table: undefined, isRunning: false, because: push.because };
    case "cells": {
      if (shown.table === undefined) return shown;
      const rows = Map.groupBy(push.cells, ({ row }) => row);
      const cases = shown.table.cases.map((one, row) => {
        const changed = new Map(rows.get(row)?.map(({ column, cell }) => [column, cell]));
        return changed.size === 0 ? one : { ...one, cells: one.cells.map((cell, column) => changed.get(column) ?? cell) };
      });
      return { ...shown, table: { ...shown.table, cases }, isRunning: push.isRunning };
    }
  }
}

export function App({ host }: { host: Host }) {
  const [{ table, isRunning, because }, setShown] = useState<Shown>({ table: undefined, isRunning: false, because: undefined });
  const [active, setActive] = useState(host.remembered.active);
  const [isEnlarged, setEnlarged] = useState(host.remembered.isEnlarged);
  const [blind, setBlind] = useState(host.remembered.blind);
  /** The table must take the focus when it is rendered again. */
  const isFocusWanted = useRef(false);
  useLayoutEffect(() => {
    host.listen((push) => {
      if (push.type === "table") host.remember({ target: push.target });
      setShown((before) => withPush(before, push));
    });
  }, []);
  const activate = (next: Position) => {
    setActive(next);
    host.remember({ active: next });
  };
  const enlarge = (isShown: boolean) => {
    isFocusWanted.current = !isShown;
    setEnlarged(isShown);
    host.remember({ isEnlarged: isShown });
  };
  const rateBlind = (isBlind: boolean) => {
    // A new random order each time, because the user may know the last one.
    const next = isBlind ? Math.floor(Math.random() * 2 ** 31) : undefined;
    setBlind(next);
    host.remember({ blind: next });
  };
  if (table === undefined) {
    return (
      <div class="empty" role="status">
        {t(because ?? "loading")} {because === "restricted" && <LinkButton onClick={() => host.call("trust")}>{t("trust")}</LinkButton>}
      </div>
    );
  }
  const rate = ({ row, column }: Position, rating: number) => host.call("rate", { row, column, rating });
  const use = (column: number) => host.call("useModel", { column });
  const arrangements = table.cases.map(({ cells }, row) => arrangeRow(cells, row, blind));
  const shownCell = active && table.cases[active.row]?.cells[active.column];
  const isBlind = blind !== undefined;
  if (isEnlarged && active !== undefined && shownCell) {
    return <Enlarged {...{ table, arrangements, isBlind }} at={active} onMove={activate} onRate={rate} onClose={() => enlarge(false)} />;
  }
  return (
    <div class="comparison page">
      <Toolbar {...{ host, table, isRunning, isBlind }} onBlind={rateBlind} />
      {isBlind && (
        <div class="banner" role="status">
          {t("blindHint")}
        </div>
      )}
      {!isBlind && !isRunning && <Decision table={table} onUse={use} />}
      <Table
        {...{ table, arrangements, isBlind, active }}
        takesFocus={isFocusWanted.current}
        onActive={activate}
        onEnlarge={() => enlarge(true)}
        onRate={rate}
        onUse={use}
        onOpenCase={(row) => host.call("openCase", { row })}
      />
    </div>
  );
}
