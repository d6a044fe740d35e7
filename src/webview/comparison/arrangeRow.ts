/** The order of the answers in a row while their models are hidden. */

/** The numbers below `count` in a random order, which is the same for the same seed and row. @internal */
export function shuffle(seed: number, row: number, count: number): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(row + 1, 0x85ebca6b)) >>> 0;
  for (let last = count - 1; last > 0; last -= 1) {
    state = next(state);
    const other = Math.floor((scramble(state) / 2 ** 32) * (last + 1));
    const [one = 0, two = 0] = [order[last], order[other]];
    order[last] = two;
    order[other] = one;
  }
  return order;
}

/** The generator mulberry32: mixes the bits of a counter. */
function next(state: number): number {
  return (state + 0x6d2b79f5) >>> 0;
}

function scramble(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
}

/** The letter that names an answer while its model is hidden. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${letter}${Math.floor(index / 26)}`;
}

/** The columns of a row from left to right, as indexes of models; undefined: an empty column. */
export function arrangeRow(cells: readonly unknown[], row: number, seed: number | undefined): (number | undefined)[] {
  if (seed === undefined) return cells.map((_, column) => column);
  // An empty cell in the middle would reveal its model.
  const answered = cells.flatMap((cell, column) => (cell === null ? [] : [column]));
  const order = shuffle(seed, row, answered.length).map((index) => answered[index]);
  return cells.map((_, index) => order[index]);
}
