import { ApiError, isAbort, NetworkError, StreamCutOffError } from '#api/errors.ts'
import type { Received } from '#api/events.ts'
import { isGoingOn, type Run, type RunEvent, type ToolCall } from '#contract/chat.ts'
import { clamp } from '#lib/clamp.ts'

/**
 * How the words come: `live` as they are written, `catching-up` with what was missed before, `buffered`
 * in portions because something on the way holds them back. `finished-elsewhere`: the run had ended
 * before this page read it.
 */
export type WireState =
  | 'connecting'
  | 'live'
  | 'catching-up'
  | 'buffered'
  | 'reconnecting'
  | 'finished-elsewhere'
  | 'done'

/** UTF-16 units of each channel that have arrived. */
export type Position = { reasoning: number; text: number }

/** Where the events of a run come from. */
export interface RunTransport {
  /** Absent when the run is there already. Sent again if no answer came, with the same ids. */
  start?: (signal: AbortSignal) => AsyncIterable<Received<RunEvent>>
  /** @param isOnce asks only for what is there now. */
  resume: (
    lastEventId: string | undefined,
    signal: AbortSignal,
    isOnce: boolean,
  ) => AsyncIterable<Received<RunEvent>>
}

/** Who takes the words: each exactly once, in order. */
export interface RunSink {
  started: (event: RunEvent & { type: 'run-start' }) => void
  appended: (channel: keyof Position, delta: string) => void
  /** What came until now is void, everything comes again. */
  restarted: () => void
  ended: (run: Run) => void
  /** A tool call as it is now; replaces the one with the same index. May come again unchanged. */
  toolCalled?: (call: ToolCall) => void
  /** The run began to wait for a person, or goes on. */
  stateChanged?: (run: Run) => void
  wireChanged: (wire: WireState) => void
}

export type FollowOptions = {
  transport: RunTransport
  sink: RunSink
  /** What the sink has already. */
  position?: Position
  /** Ends the reading; the run itself goes on. */
  signal: AbortSignal
  /** Resolves after `ms`, or earlier when trying again has become worth while. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  now?: () => number
  /** Milliseconds without a first event after which the stream is taken to be held back on its way. */
  silenceMs?: number
}

/** Without a single event for this long the run is given up. */
const giveUpMs = 10 * 60_000
const restartsMax = 3
const catchUpMs = 400
/** The first event comes at once, except where a service has to be asked about a model before. */
const silenceMsDefault = 12_000
/** Between two portions. */
const portionMs = 700
/** After so many portions a stream is tried once more: the server may only have been slow. */
const portionsToTry = 5

/**
 * Reads a run to its end over as many connections as that takes. Where a proxy holds the stream back
 * until it ends, the run is read in portions instead.
 *
 * @throws {ApiError} when the server refuses, and what the transport throws that trying again cannot
 *   cure.
 * @throws {StreamCutOffError} when the run stays out of reach for ten minutes.
 * @throws {DOMException} named `AbortError` when `signal` fires.
 */
export async function followRun(options: FollowOptions): Promise<void> {
  const { transport, sink, signal, wait, now = Date.now, silenceMs = silenceMsDefault } = options
  let position = options.position ?? { reasoning: 0, text: 0 }
  let mayStart = transport.start !== undefined
  let isFromScratch = false
  let isHeldBack = false
  let timesHeldBack = 0
  let portions = 0
  let restarts = 0
  let failures = 0
  let lastEventAtMs = now()
  sink.wireChanged('connecting')
  for (;;) {
    let catchingUp: ReturnType<typeof setTimeout> | undefined
    let hasHole = false
    let isPortion = false
    let wasOver = false
    const connection = new AbortController()
    const silence = setTimeout(() => connection.abort(), silenceMs)
    const either = AbortSignal.any([signal, connection.signal])
    try {
      const lastId = isFromScratch ? undefined : lastIdOf(position)
      const events =
        mayStart && transport.start && !isHeldBack
          ? transport.start(either)
          : transport.resume(lastId, either, isHeldBack)
      for await (const received of events) {
        signal.throwIfAborted()
        clearTimeout(silence)
        failures = 0
        lastEventAtMs = now()
        const { event } = received
        if (event.type === 'run-start') {
          sink.started(event)
          wasOver = !mayStart && !isGoingOn(event.run)
          if (isHeldBack) sink.wireChanged('buffered')
          else if (mayStart) sink.wireChanged('live')
          else {
            sink.wireChanged('catching-up')
            catchingUp = setTimeout(() => sink.wireChanged('live'), catchUpMs)
          }
          mayStart = false
        } else if (event.type === 'run-end') {
          sink.ended(event.run)
          sink.wireChanged(wasOver && !isHeldBack ? 'finished-elsewhere' : 'done')
          return
        } else if (event.type === 'run-pause') {
          isPortion = true
          break
        } else if (event.type === 'tool-call') {
          sink.toolCalled?.(event.call)
        } else if (event.type === 'run-state') {
          sink.stateChanged?.(event.run)
        } else {
          if (isFromScratch) {
            isFromScratch = false
            position = { reasoning: 0, text: 0 }
            sink.restarted()
          }
          const channel = event.type === 'text-delta' ? 'text' : 'reasoning'
          const fresh = freshPart(position, channel, event.delta, received.id)
          if (fresh === undefined) {
            hasHole = true
            isFromScratch = true
            restarts++
            break
          }
          if (fresh !== '') {
            position = { ...position, [channel]: position[channel] + fresh.length }
            sink.appended(channel, fresh)
          }
        }
      }
    } catch (error) {
      if (signal.aborted) throw error
      // The question itself never arrived: it is sent again.
      const isUnheard = mayStart && isHeldBack && isNotFound(error)
      if (isUnheard) isHeldBack = false
      else if (!isTransient(error)) throw error
    } finally {
      clearTimeout(silence)
      clearTimeout(catchingUp)
    }
    if (connection.signal.aborted) {
      isHeldBack = true
      timesHeldBack++
    }
    if (restarts > restartsMax) throw lostTrack()
    if (now() - lastEventAtMs > giveUpMs) throw outOfReach()
    if (isPortion) {
      if (++portions === portionsToTry && timesHeldBack === 1) isHeldBack = false
      await wait(portionMs, signal)
      continue
    }
    sink.wireChanged('reconnecting')
    if (!hasHole) await wait(retryDelayMs(failures++), signal)
  }
}

const lastIdOf = ({ reasoning, text }: Position): string | undefined =>
  reasoning + text === 0 ? undefined : `${reasoning}.${text}`

/** 250 ms, doubled with each failure in a row, at most 5 s. */
const retryDelayMs = (failures: number) => clamp(250 * 2 ** Math.min(failures, 10), 250, 5_000)

/**
 * The part of `delta` that lies after `position`: all of it as a rule, nothing when it came before.
 * `undefined` when something in between is missing.
 */
export function freshPart(
  position: Position,
  channel: keyof Position,
  delta: string,
  id: string | undefined,
): string | undefined {
  const [, reasoning, text] = /^(\d+)\.(\d+)$/.exec(id ?? '') ?? []
  if (reasoning === undefined || text === undefined) return undefined
  const after: Position = { reasoning: Number(reasoning), text: Number(text) }
  const other = channel === 'text' ? 'reasoning' : 'text'
  const start = after[channel] - delta.length
  if (after[other] > position[other] || start > position[channel]) return undefined
  return delta.slice(position[channel] - start)
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

/** Whether the same request may well work a moment later. */
function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return [408, 425, 502, 503, 504].includes(error.status)
  // A browser that puts a page to sleep aborts its requests on its own.
  return error instanceof NetworkError || error instanceof StreamCutOffError || isAbort(error)
}

const outOfReach = () =>
  new StreamCutOffError(
    'The server could not be reached for ten minutes. Try again when it is back.',
  )
const lostTrack = () =>
  new StreamCutOffError('Parts of the answer were lost on the way. Reload the page.')
