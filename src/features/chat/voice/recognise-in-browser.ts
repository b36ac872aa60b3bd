import { ReadableError } from '#lib/explain.ts'
import { t } from '#languages/app.ts'

type Alternative = { readonly transcript: string }
type Result = ArrayLike<Alternative> & { readonly isFinal: boolean }
type Recognition = {
  addEventListener: {
    (type: 'result', listener: (event: ResultEvent) => void): void
    (type: 'error', listener: (event: RecognitionError) => void): void
    (type: 'start' | 'end', listener: () => void): void
  }
  continuous: boolean
  interimResults: boolean
  lang: string
  start: () => void
  stop: () => void
  abort: () => void
}
type ResultEvent = Event & { readonly results: ArrayLike<Result> }
type RecognitionError = Event & { readonly error: string }
type WithRecognition = Partial<
  Record<'SpeechRecognition' | 'webkitSpeechRecognition', new () => Recognition>
>

const sentences = new Map([
  [
    'not-allowed',
    t(
      'The microphone is not allowed for this page. Allow it in the browser’s settings for this address.',
    ),
  ],
  ['audio-capture', t('No microphone was found. Connect one and try again.')],
  [
    'network',
    t(
      'The browser’s speech service cannot be reached. Connect a service for dictation in Settings › Models and services.',
    ),
  ],
  [
    'service-not-allowed',
    t(
      'The browser’s speech service is switched off. Connect a service for dictation in Settings › Models and services.',
    ),
  ],
])

const tickMs = 100

type Listeners = {
  onStart: () => void
  /**
   * @param words words that no longer change.
   * @param interim words that may still change.
   */
  onWords: (words: string, interim: string) => void
  onFailure: (error: unknown) => void
  onSilence: ((silentMs: number) => void) | undefined
  /** Returns true while recognised words must be discarded. */
  isIgnored: (() => boolean) | undefined
}

/**
 * Recognises speech with the browser's own service. Most browsers send the sound to their maker.
 * @throws {ReadableError} if the browser has no such service, such as Firefox.
 */
export function recogniseInBrowser(language: string, listeners: Listeners) {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as WithRecognition
  const Recognizer = SpeechRecognition ?? webkitSpeechRecognition
  if (!Recognizer) {
    throw new ReadableError(
      t(
        'This browser cannot write down speech, and no connected service can. Connect one in Settings › Models and services.',
      ),
    )
  }
  const recognition = new Recognizer()
  recognition.continuous = true
  recognition.interimResults = true
  recognition.lang = language === '' ? navigator.language : language
  let isEnding = false
  let hasIgnored = false
  let heardMs = Date.now()
  let before = ''
  let now = { words: '', interim: '' }
  let onEnded: (() => void) | undefined

  recognition.addEventListener('start', listeners.onStart)
  recognition.addEventListener('result', (event) => {
    heardMs = Date.now()
    hasIgnored ||= listeners.isIgnored?.() === true
    if (hasIgnored) return
    const list = Array.from(event.results)
    const join = (isFinal: boolean) =>
      list
        .filter((result) => result.isFinal === isFinal)
        .map((result) => result[0]?.transcript.trim() ?? '')
        .join(' ')
        .trim()
    now = { words: `${before} ${join(true)}`.trim(), interim: join(false) }
    listeners.onWords(now.words, now.interim)
  })
  recognition.addEventListener('error', (event) => {
    const { error } = event
    if (error === 'no-speech' || error === 'aborted') return
    isEnding = true
    listeners.onFailure(
      new ReadableError(sentences.get(error) ?? t('The browser could not recognize the speech.')),
    )
  })
  recognition.addEventListener('end', () => {
    onEnded?.()
    if (isEnding) return
    // Safari ends a session after a minute, and the results of the next session start empty.
    before = `${now.words} ${now.interim}`.trim()
    now = { words: before, interim: '' }
    recognition.start()
  })
  recognition.start()
  const tick = () => {
    if (isEnding) return clearInterval(timer)
    listeners.onSilence?.(Date.now() - heardMs)
    if (!hasIgnored || listeners.isIgnored?.() === true) return
    // Starts a new session, because the results of this session contain the ignored words.
    hasIgnored = false
    recognition.abort()
  }
  const timer = setInterval(tick, tickMs)

  return {
    finish: () =>
      new Promise<void>((resolve) => {
        if (isEnding) return resolve()
        isEnding = true
        onEnded = resolve
        recognition.stop()
      }),
    close: () => {
      isEnding = true
      recognition.abort()
    },
    hasPending: () => now.interim !== '',
  }
}
