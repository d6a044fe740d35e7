/** Finds the names that are perhaps similar to another, without a comparison with each of them. */

/** The number of names that one search returns at most. */
const mostFound = 50;
/** The number of entries of the index that one search reads at most. */
const mostRead = 2000;

/** An index of names by each two characters that follow each other in them, in any case. The time of a search does not grow with the number of names. */
export class NameIndex {
  private readonly names: readonly string[];
  /** By pair, the positions in `names`. */
  private readonly holders = new Map<string, number[]>();

  constructor(names: readonly string[]) {
    this.names = names;
    for (const [position, name] of names.entries()) {
      for (const pair of pairsOf(name)) {
        const holders = this.holders.get(pair);
        if (holders === undefined) this.holders.set(pair, [position]);
        else holders.push(position);
      }
    }
  }

  /** The names that share most of the rarest pairs with `name`. */
  near(name: string): string[] {
    const lists = [...pairsOf(name)].map((pair) => this.holders.get(pair) ?? []).sort((a, b) => a.length - b.length);
    const shared = new Map<number, number>();
    let read = 0;
    for (const list of lists) {
      for (const position of list.slice(0, mostRead - read)) shared.set(position, (shared.get(position) ?? 0) + 1);
      read += list.length;
      if (read >= mostRead) break;
    }
    const best = [...shared].sort(([, a], [, b]) => b - a).slice(0, mostFound);
    return best.flatMap(([position]) => this.names[position] ?? []);
  }
}

/** With a mark before the first and after the last character. */
function pairsOf(name: string): Set<string> {
  const marked = `\0${name.toLowerCase()}\0`;
  return new Set(Array.from({ length: marked.length - 1 }, (_, start) => marked.slice(start, start + 2)));
}
