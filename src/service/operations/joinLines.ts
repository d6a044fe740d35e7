export interface JoinedLines {
  write(line: string): void;
  /** Writes buffered lines at once. */
  flush(): void;
}

/** Writes the lines of one turn of the event loop together, because separate writes would take much of the time of a busy service. */
export function joinLines(write: (text: string) => void): JoinedLines {
  let waiting = "";
  const flush = () => {
    const text = waiting;
    waiting = "";
    if (text !== "") write(text);
  };
  return {
    write(line) {
      if (waiting === "") setImmediate(flush);
      waiting += line;
    },
    flush,
  };
}
