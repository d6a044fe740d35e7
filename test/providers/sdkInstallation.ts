import { installTogether } from "../../scripts/testing/installPackage.ts";
import { sdkPackages } from "../../src/providers/sdkPackages.ts";

/** Installs all documented packages of the AI SDK in the versions that were tried. Returns the folder whose `node_modules` contains them. */
export const installSdkPackages = (): Promise<string> =>
  installTogether(Object.fromEntries(Object.entries(sdkPackages).map(([name, { tried }]) => [name, tried])));
