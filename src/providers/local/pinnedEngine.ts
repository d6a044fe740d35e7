/** The packages of the local engine, as scripts/pinLocalEngine.ts has written them. */
import type { PinnedEngine } from "./pinnedPackage.ts";
import packages from "./pinnedPackages.json" with { type: "json" };

export const pinnedEngine: PinnedEngine = packages;
