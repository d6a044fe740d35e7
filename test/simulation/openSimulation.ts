/** Opens what all simulations of a test file share. */
import { onTestFinished } from "vitest";
import { Catalogue } from "../../src/service/catalogue.ts";
import { openServiceDatabase } from "../../src/service/store/sqlite/serviceDatabase.ts";
import { SharedDatabase } from "./sharedDatabase.ts";
import type { SimulationParts } from "./simulate.ts";
import { createSimulatedProvider } from "./simulatedProvider.ts";
import { replaceIntervals } from "./simulatedTimers.ts";

export async function openSimulation(): Promise<SimulationParts> {
  const { database, close } = await openServiceDatabase(undefined);
  onTestFinished(close);
  const provider = createSimulatedProvider();
  const catalogue = new Catalogue({ log: undefined });
  onTestFinished(() => catalogue.close());
  catalogue.replace([provider.provider], undefined);
  await catalogue.list();
  replaceIntervals();
  return { database: new SharedDatabase(database), catalogue, provider };
}
