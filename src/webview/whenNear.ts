/** Calls a function once, when an element comes close to the visible part of the window. */

const waiting = new WeakMap<Element, () => void>();
const observers = new WeakMap<Element, IntersectionObserver>();

function observerFor(root: Element): IntersectionObserver {
  const known = observers.get(root);
  if (known !== undefined) return known;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        waiting.get(target)?.();
      }
    },
    // About one more viewport above and below.
    { root, rootMargin: "100% 0px" },
  );
  observers.set(root, observer);
  return observer;
}

/** Observes the region of turns that contains the element. Returns a function that stops waiting. */
export function whenNear(element: Element, come: () => void): () => void {
  const root = element.closest(".turns-region");
  if (root === null) {
    come();
    return () => {};
  }
  const observer = observerFor(root);
  waiting.set(element, come);
  observer.observe(element);
  return () => observer.unobserve(element);
}
