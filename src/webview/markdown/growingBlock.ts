/** Continues a list or table without rendering its settled items again. */

import { OpenTags } from "../../markup/markdown/openTags.ts";
import type { ReadEnvironment } from "../../markup/markdown/parser.ts";
import { type Block, everyItemHasParagraph, groupBlocks, isLoose, makeLoose } from "./blocks.ts";
import { createEnvironment, type GrowingBlock, parse, type SettledBlock, toHtml, type Work } from "./markdownState.ts";

/** Renders a settled block again. */
export function redrawSettled(work: Work, index: number, adjust?: (blocks: Block[]) => void): void {
  const block = work.settled[index];
  if (block === undefined) return;
  const isCut = work.ended === "cut" && index === work.settled.length - 1;
  const env = createEnvironment(work, isCut ? "missing" : undefined);
  // Elements that a settled block leaves open are text once no more text arrives.
  if (work.ended === undefined) env.tags = new OpenTags([]);
  else delete env.tags;
  const tokens = parse(work, block.source, block.offset, env);
  adjust?.(groupBlocks(tokens));
  work.operations.push({ type: "block", block: index, html: toHtml(tokens, env) });
}

/** The text needed before the tail so that the parser reads it as the continuation of a table. */
export function growingHeader({ growing }: Work): string {
  return growing?.header ?? "";
}

/** Called when the last settled block is a list or table that the tail continues. */
export function startGrowing(work: Work, type: GrowingBlock["type"], header: string, block: Block): void {
  const certain = type === "table" || everyItemHasParagraph(block);
  work.growing = { type, loose: false, looseForNow: false, certain, header, showsOpenItems: false };
  if (type === "list" && isLoose(block) === true) loosen(work);
}

/** The list is loose after all, so its previous items are rendered again as paragraphs. */
function loosen(work: Work): void {
  if (work.growing === undefined) return;
  work.growing.loose = true;
  work.growing.showsOpenItems = false;
  redrawSettled(work, work.settled.length - 1, ([list]) => list && makeLoose(list));
}

/** Whether a list is loose is only known when two of its items are parsed together. */
export function adoptLooseness(work: Work, block: Block, forNow = false): void {
  const { growing } = work;
  if (growing?.type !== "list") return;
  const isNew = !growing.loose;
  if (isLoose(block) === true) {
    if (isNew) loosen(work);
    growing.looseForNow = forNow && (isNew || growing.looseForNow);
  } else if (growing.loose) makeLoose(block);
}

function addItems(work: Work, html: string, final: boolean): void {
  const { growing } = work;
  if (growing === undefined || (html === "" && !growing.showsOpenItems)) return;
  work.operations.push({ type: "items", block: work.settled.length - 1, list: growing.type, html, final });
  growing.showsOpenItems = !final && html !== "";
}

/** Adds items that later text cannot change. */
export function settleItems(work: Work, source: string, env: ReadEnvironment): void {
  const header = growingHeader(work);
  const [block] = groupBlocks(parse(work, header + source, work.tailOffset - header.length, env));
  const last = work.settled.at(-1);
  if (block === undefined || last === undefined || work.growing === undefined) return;
  if (work.growing.type === "list" && !everyItemHasParagraph(block)) work.growing.certain = false;
  adoptLooseness(work, block);
  work.settled[work.settled.length - 1] = {
    ...last,
    source: last.source + source,
  } satisfies SettledBlock;
  addItems(work, toHtml(block.tokens, env), true);
}

/** Shows the items of a list or table that are not settled; undefined: none. */
export function showOpenItems(work: Work, block: Block | undefined, env: ReadEnvironment): void {
  if (block !== undefined) adoptLooseness(work, block, true);
  addItems(work, block === undefined ? "" : toHtml(block.tokens, env), false);
}

/** Ends the list or table. Renders it once more if the current rendering may be wrong. */
export function endGrowing(work: Work): void {
  addItems(work, "", true);
  const isCertain = work.growing === undefined || (work.growing.certain && !work.growing.looseForNow);
  work.growing = undefined;
  if (!isCertain) redrawSettled(work, work.settled.length - 1);
}
