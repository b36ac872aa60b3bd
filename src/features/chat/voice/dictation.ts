import type { QueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { transcribe } from '#api/voice.ts'
import { explainError, ReadableError } from '#lib/explain.ts'
import { chooseVoiceModel, ownVoice, voiceSetting } from '#lib/browser/voice-settings.ts'
import { voiceServicesQuery } from '#queries/voice/voice-services.ts'
import { t } from '#languages/app.ts'
import { createPauseFinder } from './find-pauses.ts'
import { openMicrophone, type Microphone } from './microphone.ts'
import { readTranscript } from './read-transcript.ts'
import { recogniseInBrowser } from './recognise-in-browser.ts'
import { toWav } from './to-wav.ts'

export type DictationState = {
  phase: 'opening' | 'listening' | 'finishing' | 'failed'
  words: string
  /** Words that may still change until they are added to `words`. */
  interim: string
  problem: string | undefined
  /** Time at which the microphone opened, from `Date.now`. */
  startedMs: number | undefined
  /**
   * The last measured loudnesses, from 0 to 1, oldest first. Empty if the browser itself recognises
   * speech.
   */
  levels: readonly number[]
  /** True if the user can interrupt an answer by speaking while the answer is read aloud. */
  canInterrupt: boolean
  /** Name of the place where the speech is transcribed, as text for the user. */
  place: string
}

export type Dictation = {
  store: StoreApi<DictationState>
  start: () => void
  /** Stops listening, waits for the last words and returns all words. */
  finish: () => Promise<string>
  cancel: () => void
  /** Returns whether speech was heard whose words have not arrived. */
  hasPending: () => boolean
}

type DictationOptions = {
  onSilence?: (silentMs: number) => void
  /** Called for each measurement whose loudness is enough for speech. */
  onSpeech?: () => void
  /** Returns true while speech must not be transcribed. */
  isIgnored?: () => boolean
}

const tickMs = 50
/**
 * Length in milliseconds of a pause that ends a piece of speech. Each piece is transcribed
 * separately.
 */
const pauseMs = 700
/** Maximum length of a piece without pauses, in milliseconds. */
const pieceMsMax = 30_000
/** Maximum duration of a dictation in milliseconds, so that a forgotten microphone is closed. */
const dictationMsMax = 600_000
const levelsMax = 64
const pieceCountMax = 2

/** Creates a dictation. After `start`, the words appear in `store`, which also reports problems. */
export function createDictation(client: QueryClient, options: DictationOptions = {}): Dictation {
  const store = createStore<DictationState>()(() => ({
    phase: 'opening',
    words: '',
    interim: '',
    problem: undefined,
    startedMs: undefined,
    levels: [],
    canInterrupt: false,
    place: '',
  }))
  const ended = new AbortController()
  const fail = (error: unknown) => {
    if (ended.signal.aborted) return
    console.warn('Dictation failed.', error)
    store.setState({ phase: 'failed', problem: explainProblem(error), levels: [] })
    void closeSource()
  }
  let source: Promise<Source> | undefined
  const closeSource = () =>
    source?.then(
      (listening) => listening.close(),
      () => {},
    )
  let opened: Source | undefined

  return {
    store,
    start() {
      source ??= openSource(client, { store, options, signal: ended.signal, fail })
      source.then((one) => {
        opened = one
      }, fail)
    },
    async finish() {
      if (store.getState().phase !== 'failed') {
        store.setState({ phase: 'finishing' })
        const listening = await source?.catch(() => undefined)
        await listening?.finish().catch(fail)
      }
      const { words, interim } = store.getState()
      return `${words} ${interim}`.trim()
    },
    cancel() {
      ended.abort()
      void closeSource()
    },
    hasPending: () => opened?.hasPending() ?? false,
  }
}

const explainProblem = (error: unknown): string =>
  error instanceof Error && !(error instanceof TypeError) && !(error instanceof DOMException)
    ? error.message
    : explainError(error)

type Source = { finish: () => Promise<void>; close: () => void; hasPending: () => boolean }

type SourceOptions = {
  store: StoreApi<DictationState>
  options: DictationOptions
  signal: AbortSignal
  fail: (error: unknown) => void
}

async function openSource(client: QueryClient, given: SourceOptions): Promise<Source> {
  const { transcription, language } = voiceSetting.read()
  const services = await client.fetchQuery(voiceServicesQuery).catch(() => [])
  const named = services.map((one) => ({ ...one, models: one.transcription }))
  const { modelId, service } = chooseVoiceModel(transcription, named)
  const { store } = given
  if (modelId === ownVoice) {
    const { onSilence, isIgnored } = given.options
    const source = recogniseInBrowser(language, {
      onStart: () => store.setState({ phase: 'listening', startedMs: Date.now() }),
      onWords: (words, interim) => store.setState({ words, interim }),
      onFailure: given.fail,
      onSilence,
      isIgnored,
    })
    store.setState({ place: t('By this browser’s speech service') })
    return source
  }
  const name = services.find(({ id }) => id === service?.id)?.name ?? modelId
  store.setState({ place: service?.isNear ? t('In your network') : t('By {name}', { name }) })
  const microphone = await openMicrophone()
  if (given.signal.aborted) {
    microphone.close()
    throw new ReadableError(t('The dictation was cancelled.'))
  }
  store.setState({ canInterrupt: true })
  return listen(microphone, { ...given, modelId, language })
}

type Listening = SourceOptions & { modelId: string; language: string }

function listen(
  microphone: Microphone,
  { store, options, signal, fail, modelId, language }: Listening,
): Source {
  const pauses = createPauseFinder()
  let heard = { hasSpoken: false, silentMs: 0 }
  let pieceStartMs = performance.now()
  let lastTickMs = pieceStartMs
  let isCutting = false
  let ending: Promise<void> | undefined

  const transcripts = createTranscripts({ store, signal, fail, modelId, language })
  const cut = async (isLast: boolean) => {
    isCutting = true
    const { hasSpoken } = heard
    pauses.reset()
    heard = { hasSpoken: false, silentMs: 0 }
    pieceStartMs = performance.now()
    const recording = await microphone.take()
    if (!isLast) microphone.record()
    isCutting = false
    const isIgnored = options.isIgnored?.() === true
    if (recording && hasSpoken && !isIgnored && !signal.aborted) transcripts.add(recording)
  }
  const tick = () => {
    const nowMs = performance.now()
    const level = microphone.level()
    const next = pauses.add(level, nowMs - lastTickMs)
    lastTickMs = nowMs
    if (next.isLoud) options.onSpeech?.()
    heard = next
    const { levels, startedMs = Date.now() } = store.getState()
    // The square root makes quiet speech visible.
    const shown = Math.min(1, Math.sqrt(level * 4))
    store.setState({ levels: [...levels.slice(1 - levelsMax), shown] })
    options.onSilence?.(next.silentMs)
    if (isCutting) return
    const isPause = next.hasSpoken && next.silentMs >= pauseMs
    if (isPause || nowMs - pieceStartMs > pieceMsMax) void cut(false).catch(fail)
    if (Date.now() - startedMs > dictationMsMax) {
      const limit = t('A dictation ends after ten minutes. Keep the words and start again.')
      end().then(() => fail(new ReadableError(limit)), fail)
    }
  }
  const timer = setInterval(tick, tickMs)
  const stop = () => clearInterval(timer)
  const end = () =>
    (ending ??= (async () => {
      stop()
      await cut(true)
      microphone.close()
      await transcripts.finish()
    })())
  microphone.record()
  store.setState({ phase: 'listening', startedMs: Date.now() })

  return {
    finish: end,
    close() {
      stop()
      microphone.close()
    },
    hasPending: () => heard.hasSpoken || transcripts.isBusy(),
  }
}

function createTranscripts({ store, signal, fail, modelId, language }: Omit<Listening, 'options'>) {
  const pieces: { words: string; isDone: boolean }[] = []
  const inTurn = pLimit(pieceCountMax)
  const work: Promise<void>[] = []

  const show = () => {
    const firstOpen = pieces.findIndex(({ isDone }) => !isDone)
    const at = firstOpen < 0 ? pieces.length : firstOpen
    const join = (some: typeof pieces) =>
      some
        .map(({ words }) => words)
        .filter(Boolean)
        .join(' ')
    store.setState({ words: join(pieces.slice(0, at)), interim: join(pieces.slice(at)) })
  }
  const add = (recording: Blob) => {
    const piece = { words: '', isDone: false }
    pieces.push(piece)
    const update = (words: string, isDone: boolean) => {
      Object.assign(piece, { words, isDone })
      show()
    }
    const transcribing = inTurn(async () => {
      const wav = await toWav(recording)
      const body = await transcribe({ wav, modelId, language, signal })
      update(await readTranscript(body, (words) => update(words, false)), true)
    })
    work.push(
      transcribing.catch((error: unknown) => {
        piece.isDone = true
        fail(error)
      }),
    )
  }

  return {
    add,
    finish: () => Promise.all(work),
    isBusy: () => pieces.some(({ isDone }) => !isDone),
  }
}
