/** All generators whose metadata are read, those with the clearest marks first. */
import { aigcLabel } from "./aigcLabel.ts";
import { automatic1111 } from "./automatic1111.ts";
import { comfyUi } from "./comfyUi.ts";
import { drawThings } from "./drawThings.ts";
import { easyDiffusion } from "./easyDiffusion.ts";
import { flux } from "./flux.ts";
import { fooocus } from "./fooocus.ts";
import type { Generator } from "./generator.ts";
import { invokeAi } from "./invokeAi.ts";
import { mflux } from "./mflux.ts";
import { midjourney } from "./midjourney.ts";
import { mochiDiffusion } from "./mochiDiffusion.ts";
import { novelAi } from "./novelAi.ts";
import { stabilityMatrix } from "./stabilityMatrix.ts";
import { suno } from "./suno.ts";
import { swarmUi } from "./swarmUi.ts";
import { tensorArt } from "./tensorArt.ts";

export const generators: readonly Generator[] = [
  invokeAi,
  swarmUi,
  stabilityMatrix,
  tensorArt,
  fooocus,
  drawThings,
  novelAi,
  mflux,
  mochiDiffusion,
  easyDiffusion,
  automatic1111,
  comfyUi,
  midjourney,
  flux,
  suno,
  // The last one: it only says that a file is generated, often beside the metadata of a program above.
  aigcLabel,
];
