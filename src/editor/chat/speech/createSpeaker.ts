/** Has an audio model of the service speak sentences, and caches the recordings until the window closes. */
import { abortedError } from "../../../client/http/pause.ts";
import { ServiceError } from "../../../client/serviceError.ts";
import { anyAudio, findFormat } from "../../../contract/fileFormats.ts";
import type { InterfaceVersion } from "../../../contract/kind.ts";
import type { Allowance } from "../../../generations/allowance.ts";
import type { GenerationStarter } from "../../../generations/generation.ts";
import type { LastChoices } from "../../base/state.ts";
import { buildTaskRequest } from "../../requests/buildTaskRequest.ts";

interface Recording {
  bytes: Uint8Array;
  mediaType: string;
}

export interface AllowedVoice extends LastChoices {
  allowance: Allowance;
}

export interface Speaker {
  /** Sends nothing after `stop` is aborted. A request already sent is completed and cached. @throws ServiceError */
  speak(text: string, voice: AllowedVoice, stop: AbortSignal): Promise<Recording>;
  dispose(): void;
}

/** Bytes of cached recordings; the oldest are removed first. */
const mostKept = 64_000_000;

interface SpeakingService extends GenerationStarter {
  baseUrl: string;
}

interface SpeakerParts {
  service: (allowance: Allowance) => Promise<SpeakingService>;
  version: () => InterfaceVersion;
}

export function createSpeaker({ service: open, version }: SpeakerParts): Speaker {
  const closing = new AbortController();
  const recordings = new Map<string, Promise<Recording>>();
  const sizes = new Map<string, number>();

  async function generate(service: SpeakingService, text: string, { model, choices }: LastChoices, stop: AbortSignal): Promise<Recording> {
    const request = buildTaskRequest(text, { kind: "audio", interface: version(), model, choices, references: [] });
    let recording: Recording | undefined;
    const { end } = await service.start(request, {
      baseUrl: service.baseUrl,
      target({ bytes, mediaType }) {
        recording = { bytes, mediaType: findFormat(bytes, anyAudio)?.mediaType ?? mediaType };
      },
      unsent: AbortSignal.any([stop, closing.signal]),
      signal: closing.signal,
      keepsId: true,
    });
    // What has been received is billed, and heard even if its end could not be recorded.
    const { error } = await end.catch((reason: ServiceError) => ({ error: reason }));
    if (recording !== undefined) return recording;
    throw error ?? abortedError();
  }

  function keep(key: string, size: number): void {
    sizes.set(key, size);
    let total = [...sizes.values()].reduce((sum, one) => sum + one, 0);
    for (const [oldest, bytes] of [...sizes]) {
      if (total <= mostKept || oldest === key) return;
      total -= bytes;
      sizes.delete(oldest);
      recordings.delete(oldest);
    }
  }

  async function speak(text: string, voice: AllowedVoice, stop: AbortSignal): Promise<Recording> {
    const service = await open(voice.allowance);
    const key = JSON.stringify([service.baseUrl, voice.model, voice.choices, text]);
    for (;;) {
      const known = recordings.get(key);
      if (known === undefined) break;
      try {
        return await known;
      } catch (error) {
        // The previous caller stopped before its request was sent, so send it now.
        const wasStopped = error instanceof ServiceError && error.kind === "aborted";
        if (!wasStopped || stop.aborted || closing.signal.aborted) throw error;
      }
    }
    const recording = generate(service, text, voice, stop);
    recordings.set(key, recording);
    try {
      const { bytes } = await recording;
      keep(key, bytes.byteLength);
    } catch (error) {
      recordings.delete(key);
      throw error;
    }
    return recording;
  }

  return { speak, dispose: () => closing.abort() };
}
