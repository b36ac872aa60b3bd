import type { Context } from 'hono'
import type { ApiClientEnv } from '../../access/keys/api-keys.ts'
import type { ChunkWriter, WholeCompletion } from '../../chat/completions/completion.ts'
import type { HttpError } from '../../errors/http-error.ts'
import type { FetchPicture } from '../../files/pictures/fetch-picture.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { onHangUp } from '../../http/connection.ts'
import { noteStream } from '../../http/open-streams.ts'
import type { ChatDelta, ChatRequest, TakeDelta } from '../../ports/chat-provider.ts'
import { eventStream, type FrameWriter } from '../../http/sse.ts'
import { openChatBill, type ChatBill } from './chat-bill.ts'
import { toLoggedHttpError } from './errors.ts'
import { modelHeader, toModelHeader } from './model-header.ts'
import { inlineWebPictures, mayNameFiles } from './web-files.ts'
import type { LeftOut } from '#contract/chat/left-out.ts'

/**
 * Time in milliseconds in which a refusal becomes the HTTP status. Then the stream begins, because
 * its keep-alive records must hold the connection while a model thinks.
 */
const refusalWaitMs = 10_000

/** One error object for all answers, because creating an error with its stack is slow. */
const over = new DOMException('The client is gone.', 'AbortError')

export type AnswerForm = {
  openWhole: (answeredBy?: string) => WholeCompletion
  openWriter: (answeredBy?: string) => ChunkWriter
  last: string
  toError: (error: HttpError) => object
}

type Asked = {
  modelId: string
  /**
   * Request in OpenAI's format. `answerChat` overwrites `model`, so other code must not use the
   * object afterwards.
   */
  request: ChatRequest
  isStream: boolean
  form: AnswerForm
}

/**
 * Sends a chat request to a model and returns the answer whole or as a stream, without storing it.
 */
export async function answerChat(
  c: Context<ApiClientEnv>,
  { catalogue, fetchPicture }: { catalogue: Pick<Catalogue, 'chat'>; fetchPicture: FetchPicture },
  { modelId, request, isStream, form }: Asked,
): Promise<Response> {
  let asked = request
  const client = c.get('apiClient')
  const abort = new AbortController()
  const hangUp = () => abort.abort(over)
  const stopListening = onHangUp(c, hangUp)
  const closeStream = await client.openStream()
  const forget = noteStream(c, hangUp)
  let bill: ChatBill | undefined
  const finish = (isWhole: boolean): Promise<void> | undefined => {
    closeStream()
    stopListening()
    forget()
    return bill?.close(isWhole)
  }
  let hasBegun = false
  let isWhole = false
  let leftOut: ChatDelta['leftOut']
  try {
    const { provider, model } = await catalogue.chat(modelId, abort.signal)
    if (mayNameFiles(request.messages) && (await provider.isInPrivateNetwork?.())) {
      const { signal } = abort
      asked = {
        ...request,
        messages: await inlineWebPictures(request.messages, { fetchPicture, signal }),
      }
    }
    const opening = openChatBill(client, { provider, model, request, abandoned: abort.signal })
    bill = opening instanceof Promise ? await opening : opening
    const { see } = bill
    asked.model = model
    const ask = (take: TakeDelta): Promise<void> =>
      provider.streamChat(asked, abort.signal, (delta) => {
        see(delta)
        // Headers cannot be set once the stream has begun.
        if (delta.answeredBy !== undefined && !hasBegun) {
          c.header(modelHeader, toModelHeader(delta.answeredBy))
        }
        leftOut = delta.leftOut ?? leftOut
        return take(delta)
      })
    if (!isStream) {
      const answer = createLater(form.openWhole)
      await ask((delta) => {
        answer(delta.answeredBy).add(delta)
        return undefined
      })
      isWhole = true
      return withLeftOut(c.json(answer().end()), leftOut)
    }
    const answer = await begin(ask, form)
    hasBegun = true
    const stream = eventStream(c, async (send, signal, writer) => {
      signal.addEventListener('abort', hangUp, { once: true })
      try {
        await answer.writeTo(writer)
        isWhole = true
      } catch (thrown) {
        if (signal.aborted || abort.signal.aborted) return
        const error = toLoggedHttpError(c.get('requestId'), thrown)
        if (answer.fail) writer.write(answer.fail(error))
        else await send({ event: 'error', data: form.toError(error) })
      } finally {
        await finish(isWhole)
      }
    })
    return withLeftOut(stream, leftOut)
  } finally {
    if (!hasBegun) {
      const closing = finish(isWhole)
      if (closing) await closing
    }
  }
}

/**
 * Returns a function that creates the value on its first call, because only that call knows which
 * model answered for an alias.
 */
function createLater<T>(open: (answeredBy?: string) => T): (answeredBy?: string) => T {
  let made: T | undefined
  return (answeredBy) => (made ??= open(answeredBy))
}

/**
 * Waits at most `refusalWaitMs` for the first delta, so that a refusal still gets an HTTP status.
 * @returns a function that writes all events and throws the error that ends the answer early.
 */
async function begin(
  ask: (take: TakeDelta) => Promise<void>,
  form: AnswerForm,
): Promise<{ fail: ChunkWriter['fail']; writeTo: (writer: FrameWriter) => Promise<void> }> {
  const chunks = createLater(form.openWriter)
  let writer: FrameWriter | undefined
  /** Events that were written before a writer is attached. They contain at most one delta. */
  let early = ''
  let hear: (() => void) | undefined
  const heard = new Promise<void>((resolve) => {
    hear = resolve
  })
  const asking = ask((delta) => {
    const frames = chunks(delta.answeredBy).add(delta)
    hear?.()
    if (!writer) early += frames
    else if (frames !== '' && !writer.write(frames)) return writer.room()
    return undefined
  })
  let timer: NodeJS.Timeout | undefined
  const wait = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, refusalWaitMs)
  })
  try {
    await Promise.race([heard, asking, wait])
  } finally {
    clearTimeout(timer)
  }
  // The promise is awaited below, so an earlier rejection must not count as unhandled.
  asking.catch(() => {})
  return {
    get fail() {
      return chunks().fail
    },
    async writeTo(next) {
      writer = next
      next.write(chunks().begin() + early)
      early = ''
      await asking
      next.write(chunks().end())
      if (form.last) next.write(form.last)
    },
  }
}

/**
 * Adds the header that lists omitted and changed params, such as `temperature,
 * reasoning_effort=low`. A stream has this header only if the service accepted the request before
 * the stream began.
 */
function withLeftOut(response: Response, leftOut: readonly LeftOut[] = []): Response {
  if (leftOut.length === 0) return response
  const fields = leftOut.map(({ field, sent }) =>
    plain(sent === undefined ? field : `${field}=${sent}`),
  )
  response.headers.set('X-Bozzetto-Left-Out', fields.join(', '))
  return response
}

const plain = (text: string): string => text.replace(/[^\w.=-]/g, '').slice(0, 80)
