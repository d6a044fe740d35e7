/** Decisions on proposed changes while the text is edited. */
import { expect, test } from "vitest";
import { splitLines } from "../../../../src/editor/edits/hunks.ts";
import { Review } from "../../../../src/editor/edits/review.ts";

const base = "one\n\ntwo\n\nthree\n";
const changed = "ONE\n\ntwo\n\nTHREE\n";

function reviewOf(proposed: string): Review {
  const review = new Review(splitLines(base));
  review.propose(splitLines(proposed));
  return review;
}

const text = (lines: readonly string[]) => lines.join("\n");

test("a rejected change is not proposed again", () => {
  const review = reviewOf(changed);
  review.reject(review.open[0]?.hunk.id ?? 0);
  expect(text(review.proposed)).toBe(base.replace("three", "THREE"));
  expect(review.isBegun).toBe(false);
});

test("an accepted change stays when the text is edited; the others are still proposed", () => {
  const review = reviewOf(changed);
  const [first] = review.open;
  if (first === undefined) throw new Error("nothing is open");
  review.accept([first.hunk], splitLines(base.replace("one", "ONE")));
  expect(review.open.map(({ hunk }) => hunk.added)).toEqual([["THREE"]]);
  review.follow(splitLines(`${base.replace("one", "ONE")}four\n`));
  expect(text(review.proposed)).toBe(`${changed}four\n`);
  expect(review.isBegun).toBe(true);
});

test("an accepted change is proposed again when it is undone", () => {
  const review = reviewOf(changed);
  const [first] = review.open;
  if (first === undefined) throw new Error("nothing is open");
  review.accept([first.hunk], splitLines(base.replace("one", "ONE")));
  review.follow(splitLines(base));
  expect(text(review.proposed)).toBe(changed);
  expect(review.isBegun).toBe(false);
});

test("a rejected change stays rejected when an earlier acceptance is undone", () => {
  const review = reviewOf("ONE\n\nTWO\n\nTHREE\n");
  const [first, second] = review.open;
  if (first === undefined || second === undefined) throw new Error("too little is open");
  review.accept([first.hunk], splitLines(base.replace("one", "ONE")));
  review.reject(second.hunk.id);
  review.follow(splitLines(base));
  expect(text(review.proposed)).toBe(changed);
});

test("a change of lines that were edited waits until the edit is undone", () => {
  const review = reviewOf(changed);
  review.follow(splitLines(base.replace("one", "1")));
  expect([review.open.length, review.conflictCount]).toEqual([1, 1]);
  expect(text(review.proposed)).toBe("1\n\ntwo\n\nTHREE\n");
  review.follow(splitLines(base));
  expect([review.open.length, review.conflictCount]).toEqual([2, 0]);
});

test("each undecided change has its lines in both texts", () => {
  const review = reviewOf("one\nand a half\nand more\n\ntwo\n\nTHREE\n");
  const locations = (side: "current" | "proposed") => review.undecidedIn(side).map(({ line, end }) => [line, end]);
  expect(locations("current")).toEqual([
    [1, 1],
    [4, 5],
  ]);
  expect(locations("proposed")).toEqual([
    [1, 3],
    [6, 7],
  ]);
});
