/** Shows on one line of a terminal what is going on, and for how long. */

export interface ProgressLine {
  /** Replaces what the line says; on a pipe, each new text is a line of its own. */
  show(text: string): void;
  /** Leaves `text` behind as a finished line. */
  end(text: string): void;
}

/** On a terminal the line is rewritten every second with the seconds that have passed. */
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
