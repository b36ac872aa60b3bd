import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { gatewayTaskSchema, type GatewayTask } from './generation-answers.ts'
import { taskPath } from './generation-client.ts'
import { parseServiceJson, type ServiceHttp } from '../service/service-http.ts'

const eventLengthMax = 4 * 1024 * 1024

/**
 * Why a stream ended: the task has ended (`done`), the maximum duration is over (`unheard`), the
 * connection broke (`broke`), or the gateway has no streams (`unknown`).
 */
type StreamEnd = 'done' | 'unheard' | 'broke' | 'unknown'

type ListenOptions = {
  cursor: number
  listenMs: number
  signal: AbortSignal
  onMove: (task: GatewayTask) => void
}

/**
 * Reads the event stream of a task. Events only trigger a poll, so a lost or malformed event does
 * no harm. Throws only if `signal` is aborted.
 * @param options.cursor cursor that the previous call returned, or 0.
 * @param options.listenMs maximum duration, in case the stream does not end with the task.
 * @param options.onMove called with each state.
 */
export async function listenToTask(
  http: ServiceHttp,
  id: string,
  options: ListenOptions,
): Promise<{ end: StreamEnd; cursor: number }> {
  const { listenMs, signal, onMove } = options
  const timeout = AbortSignal.timeout(listenMs)
  let { cursor } = options
  let isOver = false
  const parser = createParser({
    maxBufferSize: eventLengthMax,
    onEvent: (event) => {
      const { isLast, task, cursor: next } = readEvent(event)
      isOver ||= isLast
      if (next !== undefined) cursor = next
      if (task) onMove(task)
    },
  })
  try {
    const query = cursor > 0 ? `?cursor=${cursor}` : ''
    const response = await http.open(`${taskPath(id)}/stream${query}`, {
      headers: { Accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, timeout]),
    })
    if (!response.ok || !isEventStream(response) || !response.body) {
      await response.body?.cancel()
      const isPassing = response.status === 429 || response.status >= 500
      return { end: isPassing && response.status !== 501 ? 'broke' : 'unknown', cursor }
    }
    const decoder = new TextDecoder()
    for await (const chunk of response.body) {
      parser.feed(decoder.decode(chunk, { stream: true }))
      if (isOver) return { end: 'done', cursor }
    }
    return { end: 'broke', cursor }
  } catch {
    signal.throwIfAborted()
    return { end: timeout.aborted ? 'unheard' : 'broke', cursor }
  }
}

const isEventStream = (response: Response): boolean =>
  (response.headers.get('content-type') ?? '').includes('text/event-stream')

type Heard = { isLast: boolean; task?: GatewayTask; cursor?: number }

/** An `error` event only ends the stream, because the next poll reads the task's state. */
function readEvent({ event, data }: EventSourceMessage): Heard {
  if (data === '[DONE]') return { isLast: true }
  const isLast = event === 'done' || event === 'error'
  const value = parseServiceJson(data)
  const task = gatewayTaskSchema.safeParse(value).data
  const cursor: unknown = task?.['cursor']
  return {
    isLast,
    ...(task && !isLast && { task }),
    ...(typeof cursor === 'number' && Number.isSafeInteger(cursor) && cursor >= 0 && { cursor }),
  }
}
