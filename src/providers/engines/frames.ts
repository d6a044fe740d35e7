/** Computes frames and pixels for engines that need them. */
const framesPerSecond = 16;

export const framesOf = (seconds: number) => ({ fps: framesPerSecond, count: Math.round(seconds * framesPerSecond) });

export function sidesOf(size: `${number}x${number}` | undefined): { width?: number; height?: number } {
  const [width, height] = size?.split("x").map(Number) ?? [];
  return width && height ? { width, height } : {};
}
