import { ApiError, isAbort, NetworkError, StreamCutOffError } from '#api/errors.ts'
import type { Received } from '#api/events.ts'
import type { Run, RunEvent } from '#contract/chat.ts'
import { clamp } from '#lib/clamp.ts'

/** How the words come: `live` as they are written, `catching-up` with what was missed before. */
export type WireState = 'connecting' | 'live' | 'catching-up' | 'reconnecting' | 'done'

/** UTF-16 units of each channel that have arrived. */
export type Position = { reasoning: number; text: number }

/** Where the events of a run come from. */
export interface RunTransport {
  /** Absent when the run is there already. Sent again if no answer came, with the same ids. */
  start?: (signal: AbortSignal) => AsyncIterable<Received<RunEvent>>
  resume: (
    lastEventId: string | undefined,
    signal: AbortSignal,
  ) => AsyncIterable<Received<RunEvent>>
}

/** Who takes the words: each exactly once, in order. */
export interface RunSink {
  started: (event: RunEvent & { type: 'run-start' }) => void
  appended: (channel: keyof Position, delta: string) => void
  /** What came until now is void, everything comes again. */
  restarted: () => void
  ended: (run: Run) => void
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
}

/** Without a single event for this long the run is given up. */
const giveUpMs = 10 * 60_000
const restartsMax = 3
const catchUpMs = 400

/**
 * Reads a run to its end over as many connections as that takes.
 *
 * @throws {ApiError} when the server refuses, and what the transport throws that trying again cannot
 *   cure.
 * @throws {StreamCutOffError} when the run stays out of reach for ten minutes.
 * @throws {DOMException} named `AbortError` when `signal` fires.
 */
export async function followRun(options: FollowOptions): Promise<void> {
  const { transport, sink, signal, wait, now = Date.now } = options
  let position = options.position ?? { reasoning: 0, text: 0 }
  let mayStart = transport.start !== undefined
  let isFromScratch = false
  let restarts = 0
  let failures = 0
  let lastEventAtMs = now()
  sink.wireChanged('connecting')
  for (;;) {
    let catchingUp: ReturnType<typeof setTimeout> | undefined
    let hasHole = false
    try {
      const events =
        mayStart && transport.start
          ? transport.start(signal)
          : transport.resume(isFromScratch ? undefined : lastIdOf(position), signal)
      for await (const received of events) {
        signal.throwIfAborted()
        failures = 0
        lastEventAtMs = now()
        const { event } = received
        if (event.type === 'run-start') {
          sink.started(event)
          if (mayStart) sink.wireChanged('live')
          else {
            sink.wireChanged('catching-up')
            catchingUp = setTimeout(() => sink.wireChanged('live'), catchUpMs)
          }
          mayStart = false
        } else if (event.type === 'run-end') {
          sink.ended(event.run)
          sink.wireChanged('done')
          return
        } else if (event.type === 'text-delta' || event.type === 'reasoning-delta') {
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
      if (signal.aborted || !isTransient(error)) throw error
    } finally {
      clearTimeout(catchingUp)
    }
    if (restarts > restartsMax) throw lostTrack()
    if (now() - lastEventAtMs > giveUpMs) throw outOfReach()
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

/** Whether the same request may well work a moment later. */
function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return [408, 425, 502, 503, 504].includes(error.status)
  // A browser that puts a page to sleep aborts its requests on its own.
  return error instanceof NetworkError || error instanceof StreamCutOffError || isAbort(error)
}

const outOfReach = () =>
  new StreamCutOffError(
    'The server has been out of reach for ten minutes. Try again when it is back.',
  )
const lostTrack = () =>
  new StreamCutOffError('The answer arrived with holes in it, four times over. Reload the page.')
