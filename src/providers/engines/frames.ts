/** Computes frames and pixels for engines that need them. */
const usualFps = 16;

/** The frames of a video of these seconds; empty if neither is given. */
export function framesOf(seconds: number | undefined, fps: number | undefined): { fps?: number; count?: number } {
  if (seconds === undefined) return fps === undefined ? {} : { fps };
  return { fps: fps ?? usualFps, count: Math.round(seconds * (fps ?? usualFps)) };
}

export function sidesOf(size: `${number}x${number}` | undefined): { width?: number; height?: number } {
  const [width, height] = size?.split("x").map(Number) ?? [];
  return width && height ? { width, height } : {};
}
