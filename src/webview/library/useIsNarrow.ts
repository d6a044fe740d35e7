/** Whether the library is so narrow that details lie over the results. */
import { useEffect, useState } from "preact/hooks";

/** The width at which `library.css` lays the details over the results. */
const narrow = matchMedia("(max-width: 560px)");

export function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const note = () => setNarrow(narrow.matches);
    narrow.addEventListener("change", note);
    return () => narrow.removeEventListener("change", note);
  }, []);
  return isNarrow;
}
