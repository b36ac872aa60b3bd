import { ApiError, isAbort, NetworkError, StreamCutOffError } from '#api/http/errors.ts'
import type { Received } from '#api/http/events.ts'
import { isRunActive, type Run, type RunEvent, type ToolCall } from '#contract/chat/chat.ts'
import { clamp } from '#lib/clamp.ts'
import { t } from '#languages/app.ts'

/**
 * How the page receives the text of a run. `live`: as a stream. `catching-up`: missed text is being
 * loaded. `buffered`: by polling, because a proxy holds back the stream. `finished-elsewhere`: the
 * run had ended before this page read it.
 */
export type WireState =
  | 'connecting'
  | 'live'
  | 'catching-up'
  | 'buffered'
  | 'reconnecting'
  | 'finished-elsewhere'
  | 'done'

/** Number of received UTF-16 units per channel. */
export type TextPosition = { reasoning: number; text: number }

export interface RunTransport {
  /**
   * Starts the run. Called again with the same ids if no response arrived. Undefined if the run
   * already exists.
   */
  start?: (signal: AbortSignal) => AsyncIterable<Received<RunEvent>>
  resume: (options: {
    lastEventId: string | undefined
    signal: AbortSignal
    isOnce: boolean
  }) => AsyncIterable<Received<RunEvent>>
}

/** Receives the text. Each delta arrives exactly once, in order. */
export interface RunSink {
  started: (event: RunEvent & { type: 'run-start' }) => void
  appended: (channel: keyof TextPosition, delta: string) => void
  /** Discards all received text. The server sends the text again. */
  restarted: () => void
  ended: (run: Run) => void
  toolCalled?: (call: ToolCall) => void
  stateChanged?: (run: Run) => void
  wireChanged: (wire: WireState) => void
}

export type FollowOptions = {
  transport: RunTransport
  sink: RunSink
  position?: TextPosition
  signal: AbortSignal
  /** Resolves after `ms`, or earlier if the connection may be back. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  now?: () => number
  /** After this many milliseconds without a first event, a proxy probably holds back the stream. */
  silenceMs?: number
}

/** Milliseconds without any event after which reading fails. */
const giveUpMs = 10 * 60_000
const restartsMax = 3
const catchUpMs = 400
/**
 * Milliseconds. Normally the first event arrives at once, but loading a model's properties may
 * delay the event.
 */
const silenceMsDefault = 12_000
const portionMs = 700
/**
 * After this many polling requests, streaming is tried again, because the server may only have been
 * slow.
 */
const portionsToTry = 5

/**
 * Reads a run until it ends, over as many connections as needed. Polls the run if a proxy holds
 * back the stream.
 * @throws {ApiError} if the server refuses, and any transport error that a retry cannot fix.
 * @throws {StreamCutOffError} if the run is unreachable for ten minutes.
 * @throws {DOMException} named `AbortError` when `signal` fires.
 */
export const followRun = (options: FollowOptions): Promise<void> => new RunReader(options).read()

/**
 * How a connection ended before the run ended. `paused`: there are no more events for now. `hole`:
 * a delta is missing.
 */
type Outcome = 'run-ended' | 'paused' | 'hole' | 'cut-off'

class RunReader {
  readonly #options: FollowOptions
  readonly #now: () => number
  #position: TextPosition
  #mayStart: boolean
  #isFromScratch = false
  #isHeldBack = false
  #timesHeldBack = 0
  #portions = 0
  #restarts = 0
  #failures = 0
  #lastEventAtMs: number
  #wasOver = false
  #catchingUp: ReturnType<typeof setTimeout> | undefined

  constructor(options: FollowOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#position = options.position ?? { reasoning: 0, text: 0 }
    this.#mayStart = options.transport.start !== undefined
    this.#lastEventAtMs = this.#now()
  }

  async read(): Promise<void> {
    const { sink, signal, wait } = this.#options
    sink.wireChanged('connecting')
    for (;;) {
      const outcome = await this.#readConnection()
      if (outcome === 'run-ended') return
      if (this.#restarts > restartsMax) throw lostTrack()
      if (this.#now() - this.#lastEventAtMs > giveUpMs) throw outOfReach()
      if (outcome === 'paused') {
        if (++this.#portions === portionsToTry && this.#timesHeldBack === 1) {
          this.#isHeldBack = false
        }
        await wait(portionMs, signal)
        continue
      }
      sink.wireChanged('reconnecting')
      if (outcome !== 'hole') await wait(retryDelayMs(this.#failures++), signal)
    }
  }

  async #readConnection(): Promise<Outcome> {
    const { signal, silenceMs = silenceMsDefault } = this.#options
    const connection = new AbortController()
    const silence = setTimeout(() => connection.abort(), silenceMs)
    this.#wasOver = false
    let outcome: Outcome = 'cut-off'
    try {
      for await (const received of this.#connect(AbortSignal.any([signal, connection.signal]))) {
        signal.throwIfAborted()
        clearTimeout(silence)
        this.#failures = 0
        this.#lastEventAtMs = this.#now()
        const ended = this.#take(received)
        if (!ended) continue
        outcome = ended
        break
      }
    } catch (error) {
      if (signal.aborted) throw error
      // The question never reached the server, so send the question again.
      const isUnheard = this.#mayStart && this.#isHeldBack && isNotFound(error)
      if (isUnheard) this.#isHeldBack = false
      else if (!isTransient(error)) throw error
    } finally {
      clearTimeout(silence)
      clearTimeout(this.#catchingUp)
    }
    if (connection.signal.aborted) {
      this.#isHeldBack = true
      this.#timesHeldBack++
    }
    return outcome
  }

  /**
   * Returns whether the answer was complete before this page began to read. Returns false while
   * polling, because every polled run ends before its last part is read.
   */
  #hasFinishedUnseen({ status }: Run): boolean {
    return status === 'completed' && this.#wasOver && !this.#isHeldBack
  }

  #connect(signal: AbortSignal): AsyncIterable<Received<RunEvent>> {
    const { transport } = this.#options
    if (this.#mayStart && transport.start && !this.#isHeldBack) return transport.start(signal)
    const lastEventId = this.#isFromScratch ? undefined : getLastEventId(this.#position)
    return transport.resume({ lastEventId, signal, isOnce: this.#isHeldBack })
  }

  #take({ event, id }: Received<RunEvent>): Outcome | undefined {
    const { sink } = this.#options
    switch (event.type) {
      case 'run-start':
        this.#begin(event)
        return undefined
      case 'run-end':
        sink.ended(event.run)
        sink.wireChanged(this.#hasFinishedUnseen(event.run) ? 'finished-elsewhere' : 'done')
        return 'run-ended'
      case 'run-restart':
        this.#position = { reasoning: 0, text: 0 }
        sink.restarted()
        return undefined
      case 'run-pause':
        return 'paused'
      case 'tool-call':
        sink.toolCalled?.(event.call)
        return undefined
      case 'run-state':
        sink.stateChanged?.(event.run)
        return undefined
      case 'text-delta':
        return this.#append({ channel: 'text', delta: event.delta, id })
      case 'reasoning-delta':
        return this.#append({ channel: 'reasoning', delta: event.delta, id })
    }
  }

  #begin(event: RunEvent & { type: 'run-start' }): void {
    const { sink } = this.#options
    sink.started(event)
    this.#wasOver = !this.#mayStart && !isRunActive(event.run)
    if (this.#isHeldBack) sink.wireChanged('buffered')
    else if (this.#mayStart) sink.wireChanged('live')
    else {
      sink.wireChanged('catching-up')
      this.#catchingUp = setTimeout(() => sink.wireChanged('live'), catchUpMs)
    }
    this.#mayStart = false
  }

  #append(piece: Piece): Outcome | undefined {
    const { sink } = this.#options
    if (this.#isFromScratch) {
      this.#isFromScratch = false
      this.#position = { reasoning: 0, text: 0 }
      sink.restarted()
    }
    const fresh = freshPart(this.#position, piece)
    if (fresh === undefined) {
      this.#isFromScratch = true
      this.#restarts++
      return 'hole'
    }
    if (fresh !== '') {
      const { channel } = piece
      this.#position = {
        ...this.#position,
        [channel]: this.#position[channel] + fresh.length,
      }
      sink.appended(channel, fresh)
    }
    return undefined
  }
}

const getLastEventId = ({ reasoning, text }: TextPosition): string | undefined =>
  reasoning + text === 0 ? undefined : `${reasoning}.${text}`

/** Returns the retry delay in milliseconds, doubled with each consecutive failure. */
const retryDelayMs = (failures: number) => clamp(250 * 2 ** Math.min(failures, 10), 250, 5_000)

type Piece = { channel: keyof TextPosition; delta: string; id: string | undefined }

/**
 * Returns the part of `delta` after `position`. Returns an empty string for a repeated delta, or
 * `undefined` if an earlier delta is missing.
 */
export function freshPart(
  position: TextPosition,
  { channel, delta, id }: Piece,
): string | undefined {
  const [, reasoning, text] = /^(\d+)\.(\d+)$/.exec(id ?? '') ?? []
  if (reasoning === undefined || text === undefined) return undefined
  const after: TextPosition = { reasoning: Number(reasoning), text: Number(text) }
  const other = channel === 'text' ? 'reasoning' : 'text'
  const start = after[channel] - delta.length
  if (after[other] > position[other] || start > position[channel]) return undefined
  return delta.slice(position[channel] - start)
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return [408, 425, 502, 503, 504].includes(error.status)
  // Browsers abort the requests of a suspended page, so an abort counts as a lost connection.
  return error instanceof NetworkError || error instanceof StreamCutOffError || isAbort(error)
}

const outOfReach = () =>
  new StreamCutOffError(
    t('The server could not be reached for ten minutes. Try again when it is back.'),
  )
const lostTrack = () =>
  new StreamCutOffError(t('Parts of the answer were lost on the way. Reload the page.'))
