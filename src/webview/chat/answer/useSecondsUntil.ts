/** Counts down the seconds until a time. */
import { useEffect, useState } from "preact/hooks";

function secondsUntil(time: number): number {
  return Math.max(0, Math.ceil((time - Date.now()) / 1000));
}

/** `time`: Unix milliseconds. 0 after that time. */
export function useSecondsUntil(time: number): number {
  const [left, setLeft] = useState(() => secondsUntil(time));
  const isPast = left === 0;
  useEffect(() => {
    setLeft(secondsUntil(time));
    if (secondsUntil(time) === 0) return;
    const timer = setInterval(() => setLeft(secondsUntil(time)), 500);
    return () => clearInterval(timer);
  }, [time, isPast]);
  return left;
}
