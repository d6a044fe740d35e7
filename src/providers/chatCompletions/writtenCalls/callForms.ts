/** The forms of function calls in texts. */
import type { CallForm } from "./callForm.ts";
import { deepSeek } from "./deepSeek.ts";
import { functionTags } from "./functionTags.ts";
import { gemma } from "./gemma.ts";
import { glm } from "./glm.ts";
import { harmony } from "./harmony.ts";
import { hermes } from "./hermes.ts";
import { invokeTags } from "./invokeTags.ts";
import { kimi } from "./kimi.ts";
import { llama } from "./llama.ts";
import { mistral } from "./mistral.ts";

export const callForms: readonly CallForm[] = [harmony, hermes, functionTags, glm, invokeTags, mistral, llama, deepSeek, kimi, gemma];
