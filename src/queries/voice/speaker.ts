import type { QueryClient } from '@tanstack/react-query'
import { speak } from '#api/voice.ts'
import { chooseVoiceModel, ownVoice, voiceSetting } from '#lib/browser/voice-settings.ts'
import { t } from '#languages/app.ts'
import { readSound, type Sound } from './sound.ts'
import { voiceNamesQuery, voiceServicesQuery } from './voice-services.ts'

export type Speaker = {
  /** Adds a text. The speaker requests its audio when the previous text starts to play. */
  add: (text: string) => void
  pause: () => void
  resume: () => void
  stop: () => void
  finish: () => Promise<void>
}

/** Undefined in browsers without speech synthesis. */
const synthesis: SpeechSynthesis | undefined = globalThis.speechSynthesis

type Voice = { modelId: string; voice: string }

async function findVoice(client: QueryClient): Promise<Voice> {
  const { speech, voice } = voiceSetting.read()
  if (speech === ownVoice) return { modelId: ownVoice, voice }
  const services = await client.fetchQuery(voiceServicesQuery).catch(() => [])
  const named = services.map((one) => ({ ...one, models: one.speech }))
  const { modelId, service } = chooseVoiceModel(speech, named)
  if (!service || voice !== '') return { modelId, voice }
  const [first = ''] = await client.fetchQuery(voiceNamesQuery(service.id)).catch(() => [])
  return { modelId, voice: first }
}

/**
 * Creates a speaker with the chosen voice. Each text is requested while the previous text plays, so
 * that a user who stops early pays for at most one text that was not played. Without a connected
 * service, the browser's own voice speaks.
 * @param options.onSound called when the first sound plays.
 */
export function createSpeaker(
  client: QueryClient,
  { onSound }: { onSound?: () => void } = {},
): Speaker {
  const ended = new AbortController()
  const { signal } = ended
  const audio = new Audio()
  const voice = findVoice(client)
  let isPaused = false
  let starting: Promise<unknown> = Promise.resolve()
  let playing: Promise<void> = Promise.resolve()

  const load = async (text: string): Promise<() => Promise<void>> => {
    const chosen = await voice
    if (chosen.modelId === ownVoice) return () => speakInBrowser(text, { signal, onSound })
    const { speed } = voiceSetting.read()
    const sound = await readSound(await speak({ ...chosen, text, speed }, signal))
    return () => play(audio, sound, { signal, onSound, isPaused: () => isPaused })
  }

  return {
    add(text) {
      const loading = starting.then(() => load(text))
      const started = Promise.all([loading, playing])
      starting = started
      playing = started.then(async ([start]) => {
        if (!signal.aborted) await start()
      })
      playing.catch(() => {})
    },
    pause() {
      isPaused = true
      audio.pause()
      synthesis?.pause()
    },
    resume() {
      isPaused = false
      if (audio.src !== '') void audio.play().catch(() => {})
      synthesis?.resume()
    },
    stop() {
      ended.abort()
      audio.pause()
      synthesis?.cancel()
      // `cancel` does not end a pause, and a pause would also silence the next text.
      synthesis?.resume()
    },
    finish: async () => {
      try {
        await playing
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },
  }
}

type Playing = { signal: AbortSignal; onSound: (() => void) | undefined; isPaused?: () => boolean }

/** Plays a sound to its end. Resolves early when `signal` is aborted. */
async function play(
  audio: HTMLAudioElement,
  sound: Sound,
  { signal, onSound, isPaused }: Playing,
): Promise<void> {
  // All sounds share the audio element, so the listeners of each sound must be removed.
  const ended = new AbortController()
  let url = ''
  try {
    await new Promise<void>((resolve, reject) => {
      const until = { signal: ended.signal }
      const fail = () => reject(new Error(t('The service sent a sound that cannot be played.')))
      audio.addEventListener('ended', () => resolve(), until)
      audio.addEventListener('error', fail, until)
      audio.addEventListener('playing', () => onSound?.(), until)
      signal.addEventListener('abort', () => resolve(), until)
      url = sound(reject)
      audio.src = url
      if (!isPaused?.()) audio.play().catch(reject)
    })
  } finally {
    ended.abort()
    URL.revokeObjectURL(url)
  }
}

function speakInBrowser(text: string, { signal, onSound }: Playing): Promise<void> {
  if (!synthesis) {
    return Promise.reject(
      new Error(
        t(
          'This browser cannot speak. Connect a service that can, in Settings › Models and services.',
        ),
      ),
    )
  }
  return new Promise((resolve, reject) => {
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.rate = voiceSetting.read().speed
    utterance.addEventListener('start', () => onSound?.())
    utterance.addEventListener('end', () => resolve())
    utterance.addEventListener('error', ({ error }) => {
      if (signal.aborted || error === 'canceled' || error === 'interrupted') resolve()
      else reject(new Error(t('The browser has no voice for this text.')))
    })
    signal.addEventListener('abort', () => resolve(), { once: true })
    synthesis.speak(utterance)
  })
}
