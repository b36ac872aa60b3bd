import { t } from '#languages/app.ts'
import type { PackedTokens, TokenLine } from './highlight.ts'
import type { HighlightReply, HighlightRequest } from './highlight-worker.ts'

/** Maximum number of queued code blocks. If there are more, the oldest code block is dropped. */
const waitingMax = 64

type Job = {
  lines: readonly string[]
  label: string
  signal: AbortSignal
  resolve: (tokens: TokenLine[] | undefined) => void
  reject: (error: Error) => void
}

const waiting: Job[] = []
let current: Job | undefined
let worker: Worker | undefined

/**
 * Highlights `lines` in a worker. Returns undefined if the language is unknown, the code is too
 * long, or `signal` was aborted.
 * @throws {Error} if the worker cannot be loaded.
 */
export function colourCode(
  lines: readonly string[],
  label: string,
  signal: AbortSignal,
): Promise<TokenLine[] | undefined> {
  return new Promise((resolve, reject) => {
    waiting.push({ lines, label, signal, resolve, reject })
    if (waiting.length > waitingMax) waiting.shift()?.resolve(undefined)
    next()
  })
}

function next(): void {
  if (current) return
  const job = waiting.shift()
  if (!job) return
  if (job.signal.aborted) {
    job.resolve(undefined)
    next()
    return
  }
  current = job
  const request: HighlightRequest = { code: job.lines.join('\n'), label: job.label }
  try {
    worker ??= start()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages to a worker have no target origin.
    worker.postMessage(request)
  } catch (error) {
    end(({ reject }) => reject(new Error(t('Code cannot be coloured.'), { cause: error })))
  }
}

function start(): Worker {
  const started = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<HighlightReply>) => {
    end(({ resolve, reject, lines }) => {
      if (data.problem !== undefined) reject(new Error(data.problem))
      else resolve(data.tokens && unpackTokens(data.tokens, lines))
    })
  })
  started.addEventListener('error', ({ message }) => {
    started.terminate()
    worker = undefined
    end(({ reject }) => reject(new Error(t('Code cannot be coloured: {message}', { message }))))
  })
  return started
}

function end(tell: (job: Job) => void): void {
  const job = current
  current = undefined
  if (job) tell(job)
  next()
}

export function unpackTokens(
  { roles, tokens, counts }: PackedTokens,
  lines: readonly string[],
): TokenLine[] {
  let token = 0
  return lines.map((line, index) => {
    let at = 0
    return Array.from({ length: counts[index] ?? 0 }, () => {
      const length = tokens[token * 2] ?? 0
      const role = roles[(tokens[token * 2 + 1] ?? 0) - 1]
      const text = line.slice(at, at + length)
      at += length
      token++
      return { role, text }
    })
  })
}
