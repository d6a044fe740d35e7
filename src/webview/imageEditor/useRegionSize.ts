import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** The size of an element in CSS pixels; undefined before it is laid out. */
export function useRegionSize(region: RefObject<HTMLElement | null>): { width: number; height: number } | undefined {
  const [size, setSize] = useState<{ width: number; height: number } | undefined>(undefined);
  useLayoutEffect(() => {
    if (region.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(region.current);
    return () => observer.disconnect();
  }, []);
  return size;
}
