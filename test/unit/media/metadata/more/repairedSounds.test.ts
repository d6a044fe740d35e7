/** Sounds that programs write to a pipe have, once saved, the length that other programs' readers see. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { findOnPath } from "../../../../../scripts/findBrowser.ts";
import { finishBytes } from "../../../../../src/media/metadata/finishFile.ts";

vi.setConfig({ testTimeout: 180_000 });

const sine = ["-v", "error", "-f", "lavfi", "-i", "sine=d=2:r=24000"];
/** Writes frames without a seekable file, and never closes it. */
const python = `
import io, sys, wave
class Pipe(io.RawIOBase):
    def writable(self): return True
    def seekable(self): return False
    def tell(self): raise OSError
    def write(self, data): return sys.stdout.buffer.write(data)
sound = wave.open(Pipe(), "wb")
sound.setnchannels(1); sound.setsampwidth(2); sound.setframerate(24000); sound.setnframes(0)
sound._write_header(0)
sound._file.write(b"\\x10\\x20" * 48000)
sys.stdout.flush()
sound._file = None
`;

const writers: readonly { name: string; command: string; args: readonly string[]; ending: string; seconds?: number }[] = [
  { name: "espeak-ng", command: "espeak-ng", args: ["--stdout", "A lighthouse at dusk, and a ship."], ending: "wav" },
  {
    name: "sox after an effect",
    command: "sh",
    args: ["-c", "sox -n -b 16 -t wav - synth 2 sine 440 pad 0 0.5 | cat"],
    ending: "wav",
    seconds: 2.5,
  },
  {
    name: "sox, AIFF",
    command: "sh",
    args: ["-c", "sox -n -b 16 -t aiff - synth 2 sine 440 pad 0 0.5 | cat"],
    ending: "aiff",
    seconds: 2.5,
  },
  { name: "ffmpeg", command: "ffmpeg", args: [...sine, "-f", "wav", "pipe:1"], ending: "wav", seconds: 2 },
  {
    name: "ffmpeg, floating point",
    command: "ffmpeg",
    args: [...sine, "-c:a", "pcm_f32le", "-f", "wav", "pipe:1"],
    ending: "wav",
    seconds: 2,
  },
  { name: "ffmpeg, RF64", command: "ffmpeg", args: [...sine, "-rf64", "always", "-f", "wav", "pipe:1"], ending: "wav", seconds: 2 },
  { name: "ffmpeg, AIFF", command: "ffmpeg", args: [...sine, "-f", "aiff", "pipe:1"], ending: "aiff", seconds: 2 },
  { name: "Python's wave", command: "python3", args: ["-c", python], ending: "wav", seconds: 2 },
];

const has = (command: string) => findOnPath([command]) !== undefined;

/** Seconds by a reader; undefined: it is not installed or does not know the format. */
function measure(path: string): Record<string, number | undefined> {
  const read = (command: string, ...args: readonly string[]) => {
    const { stdout, status } = spawnSync(command, args, { encoding: "utf8" });
    return status === 0 ? Number(stdout) : undefined;
  };
  const wave = "import sys, wave; sound = wave.open(sys.argv[1]); print(sound.getnframes() / sound.getframerate())";
  return {
    soxi: has("soxi") ? read("soxi", "-D", path) : undefined,
    python: has("python3") ? read("python3", "-c", wave, path) : undefined,
    // It reads all packets, and does not estimate.
    ffmpeg: has("ffprobe") ? read("ffprobe", "-v", "error", "-show_entries", "stream=duration", "-of", "csv=p=0", path) : undefined,
  };
}

for (const { name, command, args, ending, seconds } of writers) {
  const isThere = has(command === "sh" ? "sox" : command);
  test.skipIf(!isThere)(`of ${name} (skipped without it)`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "generation-studio-repaired-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const piped = execFileSync(command, args, { maxBuffer: 64 * 1024 * 1024 });
    const saved = join(folder, `saved.${ending}`);
    await writeFile(saved, await finishBytes(piped, { model: "voice", isProcedural: false }));
    // Samples as another program counts them that reads the pipe to its end.
    const decoded = spawnSync("ffmpeg", ["-v", "error", "-i", "pipe:0", "-f", "s16le", "-ac", "1", "-ar", "24000", "pipe:1"], {
      input: piped,
      maxBuffer: 64 * 1024 * 1024,
    });
    const expected = seconds ?? decoded.stdout.length / 2 / 24_000;
    const measured = Object.values(measure(saved)).filter((one) => one !== undefined);
    expect(expected).toBeGreaterThan(1);
    expect(measured.length).toBeGreaterThan(0);
    for (const one of measured) expect(Math.abs(one - expected)).toBeLessThan(0.01);
    expect(spawnSync("ffmpeg", ["-v", "error", "-i", saved, "-f", "null", "-"], { encoding: "utf8" }).stderr).toBe("");
  });
}
