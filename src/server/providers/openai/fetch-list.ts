import { upstreamFetch } from '../../outgoing/upstream-fetch.ts'
import type { ClientConnection } from './client-connection.ts'
import { readLimited } from './limited-body.ts'
import { responseBytesMax } from './stream-chat.ts'
import { refusal, timedOut, unreachable, webPage } from './upstream-errors.ts'

/**
 * Sends a GET request and returns the response text.
 * @param timeoutMs maximum duration of the whole request.
 * @throws {HttpError} the errors of `ChatProvider.listModels`.
 */
export async function fetchList(
  { service, headers, secrets }: ClientConnection,
  url: string,
  timeoutMs: number,
): Promise<string> {
  const silence = AbortSignal.timeout(timeoutMs)
  try {
    // A redirect would send the key to another server.
    const response = await upstreamFetch(url, {
      headers: { ...headers(), Accept: 'application/json' },
      redirect: 'manual',
      signal: silence,
    })
    const text = await readLimited(response, responseBytesMax)
    if (!response.ok) throw refusal(service, response, { text, secrets })
    if ((response.headers.get('content-type') ?? '').includes('text/html')) throw webPage(service)
    return text
  } catch (error) {
    if (silence.aborted) throw timedOut(service, timeoutMs)
    throw unreachable(service, error)
  }
}
