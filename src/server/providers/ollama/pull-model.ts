import { z } from 'zod'
import { toError } from '#lib/to-error.ts'
import { HttpError } from '../../errors/http-error.ts'
import { getDecodedBody, postUpstream } from '../../outgoing/upstream-request.ts'
import type { DownloadProgress } from '../../ports/model-storage.ts'
import type { ClientConnection } from '../openai/client-connection.ts'
import { readLimitedText } from '../openai/limited-body.ts'
import { createLineParser } from '../openai/line-parser.ts'
import { watchSilence } from '../openai/silence-watch.ts'
import { createCutOffError, refusal, timedOut, unreachable } from '../openai/upstream-errors.ts'
import { quote } from '../openai/upstream-words.ts'

/**
 * Maximum time without data. Ollama sends nothing while it verifies a download, which can take
 * minutes.
 */
const usualSilenceMs = 900_000
const lineLengthMax = 64 * 1024
const refusalBytesMax = 64 * 1024
/** Maximum number of layers of a model. The largest models have several dozen. */
const layersMax = 1_000

const lineSchema = z.object({
  status: z.string().optional().catch(undefined),
  digest: z.string().optional().catch(undefined),
  total: z.number().nonnegative().optional().catch(undefined),
  completed: z.number().nonnegative().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
})

type Pulling = {
  origin: string
  model: string
  signal: AbortSignal
  tell: (progress: DownloadProgress) => void
  silenceMs?: number | undefined
}

/** Reads the progress of a download from the lines of `POST /api/pull`. */
export async function pullModel(
  connection: ClientConnection,
  { origin, model, signal, tell, silenceMs = usualSilenceMs }: Pulling,
): Promise<void> {
  const { service, headers, secrets } = connection
  signal.throwIfAborted()
  const call = postUpstream(
    new URL(`${origin}/api/pull`),
    { ...headers(), 'Content-Type': 'application/json', Accept: 'application/x-ndjson' },
    JSON.stringify({ model, stream: true }),
  )
  let broken: Error | undefined
  const breakOff = (reason: Error) => {
    broken ??= reason
    call.end(reason)
  }
  const hangUp = () => breakOff(toError(signal.reason))
  signal.addEventListener('abort', hangUp, { once: true })
  const watch = watchSilence({ idleMs: silenceMs, wordlessMs: silenceMs }, (ms) =>
    breakOff(timedOut(service, ms)),
  )
  try {
    const answer = await call.answered
    const body = getDecodedBody(answer)
    const { statusCode: status = 0 } = answer
    if (status < 200 || status > 299) {
      const text = await readLimitedText(body, refusalBytesMax)
      throw refusal(service, { status, headers: { get: () => null } }, { text, secrets })
    }
    const reader = createPullReader(connection, model, tell)
    body.setEncoding('utf8')
    const pieces: AsyncIterable<string> = body
    for await (const piece of pieces) {
      watch.heard()
      watch.heardWord()
      reader.read(piece)
    }
    reader.end()
  } catch (error) {
    const reason = broken ?? unreachable(service, error)
    call.end(reason)
    throw reason
  } finally {
    watch.end()
    signal.removeEventListener('abort', hangUp)
  }
}

function createPullReader(
  { service, secrets }: ClientConnection,
  model: string,
  tell: Pulling['tell'],
) {
  const layers = new Map<string, { total: number; completed: number }>()
  let hasSucceeded = false
  const parser = createLineParser({
    maxBufferSize: lineLengthMax,
    onEvent: ({ data }) => {
      const line = lineSchema.safeParse(parseLine(data)).data
      if (!line) return
      if (line.error !== undefined) throw pullFailed(line.error)
      if (line.status === 'success') hasSucceeded = true
      const { digest, total, completed = 0 } = line
      if (digest !== undefined && total !== undefined && layers.size < layersMax) {
        layers.set(digest, { total, completed })
      }
      tell({ step: line.status?.slice(0, 100) ?? '', ...computeSum(layers) })
    },
  })
  const pullFailed = (error: string): HttpError => {
    const said = quote(error, secrets)
    if (/file does not exist|not found|invalid model name/i.test(error)) {
      return new HttpError(
        'unknown_model',
        `There is no model named ${model}. Check its name at ollama.com/library.${said}`,
      )
    }
    return new HttpError(
      'provider_failed',
      `${service.title} could not download ${model}. Try again: what has come is kept.${said}`,
    )
  }
  return {
    read: parser.feed,
    end: () => {
      parser.feed('\n')
      if (!hasSucceeded) throw createCutOffError()
    },
  }
}

function computeSum(
  layers: ReadonlyMap<string, { total: number; completed: number }>,
): Pick<DownloadProgress, 'doneBytes' | 'totalBytes'> {
  if (layers.size === 0) return {}
  let doneBytes = 0
  let totalBytes = 0
  for (const { total, completed } of layers.values()) {
    doneBytes += Math.min(completed, total)
    totalBytes += total
  }
  return { doneBytes, totalBytes }
}

function parseLine(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch (cause) {
    throw new HttpError('provider_failed', 'The server did not answer as Ollama does.', { cause })
  }
}
