export interface StackedNumbers {
  /** The first one of each stack, in order. */
  numbers: number[];
  /** How many each of them stands for; undefined: each for itself. */
  sizes: number[] | undefined;
  /** Of all of them. */
  results: number;
}

/** Leaves the first number of each stack. `stacks`: the one of each number; small integers, of which some may be negative. */
export function stackNumbers(numbers: readonly number[], stacks: readonly number[]): StackedNumbers {
  const largest = stacks.reduce((most, stack) => Math.max(most, Math.abs(stack)), 0);
  // How many stacks had begun when each of them did; 0: it has not. A map of fifty thousand takes five times as long.
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
