export interface JoinedLines {
  write(line: string): void;
  /** Writes buffered lines at once. */
  flush(): void;
}

/** Writes the lines of one turn of the event loop together: separate writes would cost a busy service a considerable part of each request. */
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
