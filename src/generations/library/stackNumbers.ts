export interface StackedNumbers {
  /** The first number of each stack, in order. */
  numbers: number[];
  /** The size of each stack; undefined if results are not stacked. */
  sizes: number[] | undefined;
  /** Number of results in all stacks. */
  results: number;
}

/** Keeps the first number of each stack. `stacks`: the stack of each number; small integers, some of them negative. */
export function stackNumbers(numbers: readonly number[], stacks: readonly number[]): StackedNumbers {
  const largest = stacks.reduce((most, stack) => Math.max(most, Math.abs(stack)), 0);
  // By stack, offset by `largest`: its position in `first` plus one; 0 if not seen yet.
  // A Map with fifty thousand entries takes five times as long.
  const positions = new Int32Array(2 * largest + 1);
  const first: number[] = [];
  const sizes: number[] = [];
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index] ?? 0;
    const at = (stacks[index] ?? 0) + largest;
    const position = positions[at] ?? 0;
    if (position === 0) {
      first.push(number);
      sizes.push(1);
      positions[at] = first.length;
    } else sizes[position - 1] = (sizes[position - 1] ?? 0) + 1;
  }
  return { numbers: first, sizes, results: numbers.length };
}
