import { asList, asRecord, asString } from '#lib/fields.ts'
import { parseAnswer } from '../../../json/parse-json.ts'
import type { VoiceModels } from '../../../ports/voice.ts'

const modelsMax = 200
const nameLengthMax = 180

/** Matches the names of models that transcribe recordings. Few model lists state a model's task. */
const isForTranscription =
  /whisper|transcri|voxtral|parakeet|moonshine|sense-?voice|(^|[-_/])(asr|stt|canary)([-_/.:\d]|$)/i
const isForSpeech =
  /(^|[-_/])tts([-_/.:\d]|$)|kokoro|orpheus|piper|chatterbox|xtts|cosyvoice|(^|[-_/])(bark|csm|dia|speech)-/i

/**
 * Returns the voice models in the response of `GET …/models`. Uses the fields `task` (speaches) and
 * `labels` (Lemonade) if present, and otherwise the model's name.
 */
export function parseVoiceModels(text: string, idPrefix = ''): VoiceModels {
  const answer: unknown = parseAnswer(text)
  const fields = asRecord(answer)
  const entries = Array.isArray(answer)
    ? asList(answer)
    : asList(fields['data'] ?? fields['models'])
  const found = { transcription: new Set<string>(), speech: new Set<string>() }
  for (const entry of entries) {
    const { id, task, labels } = asRecord(entry)
    const listed = asString(id)
    const name = listed.startsWith(idPrefix) ? listed.slice(idPrefix.length) : listed
    if (name === '' || name.length > nameLengthMax) continue
    const tasks = [asString(task), ...asList(labels).map(asString)].join(' ')
    const isSpeech = /text-to-speech|\btts\b/.test(tasks) || isForSpeech.test(name)
    const isHeard = /speech-recognition|transcription/.test(tasks) || isForTranscription.test(name)
    if (isSpeech) found.speech.add(name)
    else if (isHeard) found.transcription.add(name)
  }
  return { transcription: sort(found.transcription), speech: sort(found.speech) }
}

const sort = (names: ReadonlySet<string>) =>
  [...names].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).slice(0, modelsMax)

/** OpenAI's voices. Other services accept these names too, or list their own. */
export const usualVoices: readonly string[] = [
  'alloy',
  'ash',
  'ballad',
  'cedar',
  'coral',
  'echo',
  'fable',
  'marin',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
]

const voicesMax = 500

export function parseVoices(text: string): string[] {
  const answer: unknown = parseAnswer(text)
  const fields = asRecord(answer)
  const entries = Array.isArray(answer)
    ? asList(answer)
    : asList(fields['voices'] ?? fields['data'])
  const names = entries.map((entry) => {
    const { id, voice_id, name } = asRecord(entry)
    return asString(entry) || asString(id) || asString(voice_id) || asString(name)
  })
  return [...new Set(names)]
    .filter((name) => name !== '' && name.length <= nameLengthMax)
    .slice(0, voicesMax)
}
