/** Shows progress and elapsed time on one line of a terminal. */

export interface ProgressLine {
  /** Replaces the line's text; on a pipe, each new text is a separate line. */
  show(text: string): void;
  /** Ends the line with `text`. */
  end(text: string): void;
}

/** On a terminal, the line is rewritten every second with the elapsed seconds. */
export function progressLine(stream: NodeJS.WriteStream = process.stderr): ProgressLine {
  const start = Date.now();
  let current = "";
  const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`;
  const draw = () => stream.isTTY && stream.write(`\r\u001b[2K${current} (${seconds()})`);
  let timer: NodeJS.Timeout | undefined;
  return {
    show(text) {
      current = text;
      timer ??= setInterval(draw, 1000).unref();
      if (stream.isTTY) draw();
      else stream.write(`${text}\n`);
    },
    end(text) {
      clearInterval(timer);
      stream.write(stream.isTTY ? `\r\u001b[2K${text} (${seconds()})\n` : `${text} (${seconds()})\n`);
    },
  };
}
