import { parseAnswer } from '../../json/parse-json.ts'
import { upstreamFetch } from '../../outgoing/upstream-fetch.ts'
import type { ClientConnection } from './client-connection.ts'
import { readLimited } from './limited-body.ts'
import { refusal, timedOut, unreachable, webPage } from './upstream-errors.ts'

/** Maximum size of a response: twice the text of sixteen vectors of the largest models. */
const answerBytesMax = 8 * 1024 * 1024

/**
 * Sends a request for embeddings or scores and returns the parsed response, or `undefined` if it is
 * not JSON.
 * @throws {HttpError} the errors of `ChatProvider.listModels`, or the reason of `signal`.
 */
export async function postJson(
  { service, headers, secrets }: ClientConnection,
  url: string,
  { body, timeoutMs, signal }: { body: object; timeoutMs: number; signal: AbortSignal },
): Promise<unknown> {
  const silence = AbortSignal.timeout(timeoutMs)
  try {
    const response = await upstreamFetch(url, {
      method: 'POST',
      headers: { ...headers(), 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
      // A redirect would send the key or the texts to another server.
      redirect: 'manual',
      signal: AbortSignal.any([signal, silence]),
    })
    const text = await readLimited(response, answerBytesMax)
    if (!response.ok) throw refusal(service, response, { text, secrets })
    if ((response.headers.get('content-type') ?? '').includes('text/html')) throw webPage(service)
    return parsed(text)
  } catch (error) {
    signal.throwIfAborted()
    if (silence.aborted) throw timedOut(service, timeoutMs)
    throw unreachable(service, error)
  }
}

function parsed(text: string): unknown {
  try {
    return parseAnswer(text)
  } catch {
    return undefined
  }
}
