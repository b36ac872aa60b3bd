import type { Context } from 'hono'
import { newId } from '#lib/id.ts'
import type { ApiClientEnv } from '../../access/api-keys.ts'
import { completionChunks, wholeCompletion } from '../../chat/completion.ts'
import { costUsdOf } from '../../chat/usage.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { ChatDelta } from '../../providers/chat-provider.ts'
import { eventStream } from '../../sse.ts'
import { readCompletionRequest } from './completion-request.ts'
import { explain, toLlmError } from './errors.ts'

/**
 * How long a service has to refuse with a status of its own. After that the stream begins, so that
 * its keep-alives hold the connection while a model thinks.
 */
const refusalWaitMs = 10_000

/** One for all: making one for each answer, with its stack, costs more than reading the answer. */
const over = new DOMException('Nobody waits for this answer any more.', 'AbortError')

/** `POST …/chat/completions`: an answer in one piece, or as a stream. Nothing of it is stored. */
export const answerCompletion =
  (catalogue: Catalogue) =>
  async (c: Context<ApiClientEnv>): Promise<Response> => {
    const { modelId, request } = await readCompletionRequest(c)
    const { stream, n: _, ...asked } = request
    const client = c.get('apiClient')
    const abort = new AbortController()
    const hangUp = () => abort.abort(over)
    c.req.raw.signal.addEventListener('abort', hangUp, { once: true })
    const closeStream = client.openStream()
    let usage: ChatDelta['usage']
    const finish = async () => {
      closeStream()
      c.req.raw.signal.removeEventListener('abort', hangUp)
      // What the service still sends is for nobody.
      abort.abort(over)
      try {
        await client.spend(costUsdOf(usage))
      } catch (error) {
        // The answer has been written; it must not fail for this.
        console.error(c.get('requestId'), 'What an answer cost was not counted.', error)
      }
    }
    let isStreaming = false
    try {
      const { provider, model } = await catalogue.chat(modelId, abort.signal)
      const deltas = watch(provider.streamChat({ ...asked, model }, abort.signal), (delta) => {
        usage = delta.usage ?? usage
      })
      const head = {
        id: `chatcmpl-${newId()}`,
        created: Math.floor(Date.now() / 1000),
        model: modelId,
      }
      if (!stream) return c.json(await wholeCompletion(head, deltas))

      const begun = await begin(deltas)
      const withUsage = asked.stream_options?.include_usage === true
      isStreaming = true
      return eventStream(c, async (send, signal) => {
        signal.addEventListener('abort', hangUp, { once: true })
        try {
          for await (const data of completionChunks(head, begun, withUsage)) await send({ data })
          await send({ data: '[DONE]' })
        } catch (thrown) {
          if (signal.aborted || abort.signal.aborted) return
          await send({ event: 'error', data: toLlmError(explain(c.get('requestId'), thrown)) })
        } finally {
          await finish()
        }
      })
    } finally {
      if (!isStreaming) await finish()
    }
  }

async function* watch(
  deltas: AsyncIterable<ChatDelta>,
  onDelta: (delta: ChatDelta) => void,
): AsyncGenerator<ChatDelta> {
  for await (const delta of deltas) {
    onDelta(delta)
    yield delta
  }
}

/**
 * Waits for the first delta, but not for ever, and gives it back with all others. A service that
 * refuses does so here, while there is still a status to say it with.
 */
async function begin(deltas: AsyncGenerator<ChatDelta>): Promise<AsyncIterable<ChatDelta>> {
  const first = deltas.next()
  let timer: NodeJS.Timeout | undefined
  const wait = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, refusalWaitMs)
  })
  try {
    await Promise.race([first, wait])
  } finally {
    clearTimeout(timer)
  }
  return (async function* () {
    const { done, value } = await first
    if (done) return
    yield value
    yield* deltas
  })()
}
