/** When the list of models is requested again, so that unloaded models are noticed. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LoadedWatch } from "../../../../src/editor/models/loadedWatch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch(loaded: boolean | undefined) {
  const state = { isShown: true, models: [{ loaded: undefined }, { loaded }], requests: 0 };
  const watched = new LoadedWatch({
    isShown: () => state.isShown,
    models: () => state.models,
    refresh: async () => {
      state.requests += 1;
    },
  });
  return { state, watched };
}

test("while a model is loaded and the list is shown, it is requested every five seconds", async () => {
  const { state, watched } = watch(true);
  watched.refresh();
  await vi.advanceTimersByTimeAsync(16_000);
  expect(state.requests).toBe(4);
  state.isShown = false;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(state.requests).toBe(4);
  expect(vi.getTimerCount()).toBe(0);
  state.isShown = true;
  watched.refresh();
  expect(state.requests).toBe(5);
  watched.dispose();
  expect(vi.getTimerCount()).toBe(0);
});

test("there is no timer after the last model was unloaded", async () => {
  const { state, watched } = watch(true);
  watched.wait();
  state.models = [{ loaded: undefined }, { loaded: false }];
  await vi.advanceTimersByTimeAsync(600_000);
  expect(state.requests).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test("nothing is requested if no engine reports what is loaded", async () => {
  const { state, watched } = watch(undefined);
  watched.refresh();
  watched.wait();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(state.requests).toBe(0);
});

test("only one request is made at a time", async () => {
  const { state, watched } = watch(false);
  watched.refresh();
  watched.refresh();
  await vi.advanceTimersByTimeAsync(0);
  expect(state.requests).toBe(1);
  watched.refresh();
  expect(state.requests).toBe(2);
});
