/** The types of a benchmark and its rows. */

export interface BenchRow {
  name: string;
  value: number;
  /** E.g. `ms`, `MiB`, `times`, `events/s`. */
  unit: string;
}

export interface Bench {
  /** The names of all rows that `run` returns. */
  readonly names: readonly string[];
  /** Measures; prints nothing on standard output. */
  run(): Promise<BenchRow[]>;
}
