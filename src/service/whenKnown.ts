/**
 * Continues at once with a value that is known already, and later with a promise's. A request that never waits is answered without a promise,
 * each of which would cost it time.
 */
export function whenKnown<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
