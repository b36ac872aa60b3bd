import { upstreamFetch } from '../../outgoing/upstream-fetch.ts'
import type { ClientConnection } from './client-connection.ts'
import { readLimited } from './limited-body.ts'
import { bodyBytesMax } from './stream-chat.ts'
import { refusal, timedOut, unreachable, webPage } from './upstream-errors.ts'

/**
 * What a service answers to a request that changes nothing.
 *
 * @param timeoutMs longest wait for all of it.
 * @throws {HttpError} as `ChatProvider.listModels`.
 */
export async function fetchList(
  { service, headers, secrets }: ClientConnection,
  url: string,
  timeoutMs: number,
): Promise<string> {
  const silence = AbortSignal.timeout(timeoutMs)
  try {
    // A redirect would take the key, or the question, to somebody who was not named.
    const response = await upstreamFetch(url, {
      headers: { ...headers(), Accept: 'application/json' },
      redirect: 'manual',
      signal: silence,
    })
    const text = await readLimited(response, bodyBytesMax)
    if (!response.ok) throw refusal(service, response, { text, secrets })
    if ((response.headers.get('content-type') ?? '').includes('text/html')) throw webPage(service)
    return text
  } catch (error) {
    if (silence.aborted) throw timedOut(service, timeoutMs)
    throw unreachable(service, error)
  }
}
