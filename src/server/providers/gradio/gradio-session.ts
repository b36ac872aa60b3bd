import { createParser } from 'eventsource-parser'
import { cutText } from '#lib/cut-text.ts'
import { HttpError } from '../../errors/http-error.ts'
import { encodeJson } from '../../json/encode-json.ts'
import type { ReportProgress } from '../../ports/generation-provider.ts'
import { readLimited } from '../openai/limited-body.ts'
import { refusal, timedOut, unreachable, createCutOffError } from '../openai/upstream-errors.ts'
import { getErrorMessage } from '../openai/upstream-words.ts'
import { parseServiceJson, type ServiceHttp } from '../service/service-http.ts'
import { isStopped, withId } from '../service/task-end.ts'
import { failedSilently, TaskFailedError } from '../service/task-failed.ts'
import { taskFailed } from '../service/task-provider.ts'
import type { GradioApp, GradioEndpoint } from './gradio-app.ts'
import { eventSchema, joinedSchema, type GradioEvent } from './gradio-answers.ts'

/** Maximum time without data. Gradio sends a heartbeat every 15 s. */
const silenceMs = 60_000
const cancelTimeoutMs = 10_000
/** Maximum length of an event, in which apps may return pictures as text. */
const eventLengthMax = 48 * 1024 * 1024
const wordsLengthMax = 80
const refusalBytesMax = 1024 * 1024
const logLinesMax = 100
/** Maximum wait for the response to a call. Gradio responds before the work begins. */
const joinTimeoutMs = 30_000

/** Calls to one app that share state on the server, as the calls of one browser page do. */
export type GradioSession = {
  http: ServiceHttp
  app: GradioApp
  /** Session id in Gradio's format: ten letters and digits. */
  hash: string
}

type CallOptions = { report: ReportProgress; signal: AbortSignal }

export type GradioOutput = {
  data: readonly unknown[]
  eventId: string
  logs: readonly string[]
}

/**
 * Calls one function of an app, waits in its queue, and returns its output. An abort cancels the
 * call on the server.
 * @param call.data values of all inputs. `null` for inputs whose value the server keeps.
 * @throws {TaskFailedError} if the function failed.
 * @throws {HttpError} if there is no output for another reason.
 */
export async function callEndpoint(
  session: GradioSession,
  { endpoint, data }: { endpoint: GradioEndpoint; data: readonly unknown[] },
  { report, signal }: CallOptions,
): Promise<GradioOutput> {
  const { http, app, hash } = session
  const joined = {
    data,
    fn_index: endpoint.fnIndex,
    session_hash: hash,
    event_data: null,
    trigger_id: null,
  }
  const answer = await http.ask(`${app.prefix}/queue/join`, {
    method: 'POST',
    body: new Blob(await encodeJson(joined)),
    signal,
    timeoutMs: joinTimeoutMs,
  })
  if (answer.response.status === 503) throw queueFull(http, answer.requestId)
  const eventId = joinedSchema.safeParse(http.jsonOf(answer)).data?.event_id
  if (eventId === undefined) {
    throw new HttpError('provider_failed', `${http.service.title} did not take the task.`)
  }
  report({ stage: `Waiting at ${http.service.title}` })
  try {
    return await listen(session, eventId, { report, signal })
  } catch (error) {
    if (isStopped(signal)) void cancel(session, endpoint, eventId)
    throw signal.aborted ? error : withId(error, eventId)
  }
}

const queueFull = ({ service }: ServiceHttp, upstreamRequestId: string): HttpError =>
  new HttpError('rate_limited', `The queue of ${service.title} is full. Try again later.`, {
    upstreamRequestId,
  })

async function cancel(
  { http, app, hash }: GradioSession,
  { fnIndex }: GradioEndpoint,
  eventId: string,
): Promise<void> {
  try {
    const body = JSON.stringify({ event_id: eventId, session_hash: hash, fn_index: fnIndex })
    const signal = AbortSignal.timeout(cancelTimeoutMs)
    await http.send(`${app.prefix}/cancel`, { method: 'POST', body, signal })
  } catch (error) {
    console.warn(`${http.service.title} could not be told to cancel task ${eventId}.`, error)
  }
}

async function listen(
  { http, app, hash }: GradioSession,
  eventId: string,
  { report, signal }: CallOptions,
): Promise<GradioOutput> {
  const { service, limitMs = silenceMs } = http
  const quietMs = Math.min(silenceMs, limitMs)
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), quietMs)
  const logs: string[] = []
  let end: (() => GradioOutput) | undefined
  const parser = createParser({
    maxBufferSize: eventLengthMax,
    onEvent: ({ data }) => {
      const event = eventSchema.safeParse(parseServiceJson(data)).data
      if (!event || end || (event.event_id && event.event_id !== eventId)) return
      timer.refresh()
      if (event.msg === 'log' && event.log) {
        logs.push(cutText(event.log, 500))
        if (logs.length > logLinesMax) logs.shift()
      }
      const move = getMove(service.title, event)
      if (move) report(move)
      end = getEnd(http, event, { eventId, logs })
    },
  })
  try {
    const query = new URLSearchParams({ session_hash: hash }).toString()
    const response = await http.open(`${app.prefix}/queue/data?${query}`, {
      headers: { Accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.ok || !response.body) {
      const text = await readLimited(response, refusalBytesMax)
      throw refusal(service, response, { text, secrets: http.secrets, requestId: eventId })
    }
    const decoder = new TextDecoder()
    // Leaving the loop closes the connection, after which the server cancels the call.
    for await (const chunk of response.body) {
      parser.feed(decoder.decode(chunk, { stream: true }))
      if (end) return end()
    }
    throw createCutOffError()
  } catch (error) {
    signal.throwIfAborted()
    if (silence.signal.aborted) throw timedOut(service, quietMs)
    throw unreachable(service, error)
  } finally {
    clearTimeout(timer)
  }
}

function getEnd(
  http: ServiceHttp,
  { msg, success, output, message }: GradioEvent,
  { eventId, logs }: Omit<GradioOutput, 'data'>,
): (() => GradioOutput) | undefined {
  const fail = (said: string) => () => {
    throw getFailure(http, said, eventId)
  }
  if (msg === 'unexpected_error' || msg === 'queue_full') return fail(message ?? '')
  if (msg === 'close_stream') return fail('')
  if (msg !== 'process_completed') return undefined
  const { data, error } = output ?? {}
  if (success === false || !data) return fail(getErrorMessage(error))
  return () => ({ data, eventId, logs })
}

/** Spaces report an exceeded quota with status 200 and the time of its renewal. */
function getFailure(http: ServiceHttp, said: string, upstreamRequestId: string): HttpError {
  const about = { upstreamRequestId }
  if (/GPU quota|quota exceeded/i.test(said)) {
    const wait = /(\d{1,2}):(\d{2}):(\d{2})/.exec(said)?.slice(1).map(Number)
    const [hours = 0, minutes = 0, seconds = 0] = wait ?? []
    const retryAfterSeconds = hours * 3_600 + minutes * 60 + seconds
    const { message } = taskFailed(http, said, 'has no GPU minutes left for you.')
    const hint = 'A token in Settings has its own minutes.'
    const hasToken = Object.keys(http.headers).length > 0
    return new TaskFailedError('rate_limited', hasToken ? message : `${message} ${hint}`, {
      ...about,
      ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
    })
  }
  const { code, message } = said === '' ? failedSilently(http.service) : taskFailed(http, said)
  return new TaskFailedError(code, message, about)
}

function getMove(title: string, { msg, rank, progress_data: steps, log }: GradioEvent) {
  const making = `${title} is making the model`
  if (msg === 'estimation') {
    const ahead = typeof rank === 'number' && rank > 0 ? `, ${rank} ahead` : ''
    return { stage: `Waiting at ${title}${ahead}` }
  }
  if (msg === 'process_starts') return { stage: making }
  if (msg === 'log' && log) return { stage: `${making}${behind(log)}` }
  if (msg !== 'progress') return undefined
  // Gradio reports one entry for each nested loop. The last entry is the innermost loop.
  const step = steps?.at(-1)
  if (!step) return undefined
  const { index, length, progress, desc } = step
  const fraction = progress ?? (typeof index === 'number' && length ? index / length : undefined)
  return {
    stage: `${making}${behind(desc ?? '')}`,
    ...(typeof fraction === 'number' && { progress: Math.min(1, Math.max(0, fraction)) }),
  }
}

function behind(said: string): string {
  const words = said.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  const doing = cutText(words.trim(), wordsLengthMax)
  return doing === '' ? '' : `: ${doing}`
}

/**
 * Keeps a session alive with an open connection. Older apps lack this endpoint and need no
 * connection.
 * @returns a function that ends the session.
 */
export function keepSession({ http, app, hash }: GradioSession): () => void {
  const ended = new AbortController()
  const hold = async () => {
    try {
      const response = await http.open(`${app.prefix}/heartbeat/${hash}`, {
        headers: { Accept: 'text/event-stream' },
        signal: ended.signal,
      })
      await response.body?.pipeTo(new WritableStream())
    } catch {
      // Connection errors are ignored, because the next call reports them.
    }
  }
  void hold()
  return () => ended.abort()
}
