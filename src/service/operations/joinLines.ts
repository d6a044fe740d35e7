export interface JoinedLines {
  write(line: string): void;
  /** Writes at once what waits. */
  flush(): void;
}

/** Writes the lines of one turn of the event loop together: each write on its own would cost a busy service as much as a part of a request. */
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
