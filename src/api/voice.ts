import {
  voiceNamesSchema,
  voiceServicesSchema,
  type VoiceNames,
  type VoiceServices,
} from '#contract/voice.ts'
import { requestEvents, requestJson, requestStream } from './http/http.ts'

const address = '/api/voice'
/**
 * Maximum wait for the first words in milliseconds. On a slow machine, transcribing takes as long
 * as the recording.
 */
const transcribeTimeoutMs = 120_000
const speakTimeoutMs = 60_000

export const readVoiceServices = (signal?: AbortSignal): Promise<VoiceServices> =>
  requestJson(voiceServicesSchema, address, { signal })

export const readVoiceNames = (id: string, signal?: AbortSignal): Promise<VoiceNames> =>
  requestJson(voiceNamesSchema, `${address}/${encodeURIComponent(id)}/voices`, { signal })

/** Matches models that refuse or ignore `stream`. */
const isWhole = /whisper/i

type Recording = {
  wav: Blob
  modelId: string
  /** Language code. If empty, the model detects the language. */
  language: string
  signal: AbortSignal
}

/**
 * Transcribes a recording.
 * @returns the stream of the response for `readTranscript`, as events, JSON or plain text.
 */
export function transcribe({
  wav,
  modelId,
  language,
  signal,
}: Recording): Promise<ReadableStream<Uint8Array>> {
  const form = new FormData()
  form.set('model', modelId)
  form.set('response_format', 'json')
  if (language !== '') form.set('language', language)
  if (!isWhole.test(modelId)) form.set('stream', 'true')
  form.set('file', wav, 'speech.wav')
  return requestEvents(`${address}/transcriptions`, {
    method: 'POST',
    body: form,
    timeoutMs: transcribeTimeoutMs,
    signal,
  })
}

/** Returns the spoken text as an MP3 file while it arrives. Some services send another format. */
export const speak = (
  { modelId, voice, text, speed }: { modelId: string; voice: string; text: string; speed: number },
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> =>
  requestStream(`${address}/speech`, {
    method: 'POST',
    body: { model: modelId, voice, input: text, speed, response_format: 'mp3' },
    timeoutMs: speakTimeoutMs,
    signal,
  })
