import { idForUpstream } from '../../../observability/request-context.ts'
import type { UpstreamService } from '../../../ports/upstream-service.ts'
import { fetchList } from '../fetch-list.ts'

const answerMs = 10_000

/**
 * Creates a key check for services whose model list needs no key. The check requests another URL
 * that requires a key.
 * @returns a sentence for the user, with the account's balance if OpenRouter sends it.
 */
export const createKeyTest =
  (options: { service: UpstreamService; url: string; apiKey: string | undefined }) =>
  async (signal: AbortSignal): Promise<string> => {
    const { service, url, apiKey = '' } = options
    signal.throwIfAborted()
    const headers = () => ({
      Authorization: `Bearer ${apiKey}`,
      'User-Agent': 'Bozzetto/0.1',
      'X-Request-Id': idForUpstream(),
    })
    const text = await fetchList({ service, headers, secrets: [apiKey] }, url, answerMs)
    const left = /"limit_remaining"\s*:\s*(-?\d+(?:\.\d+)?)/.exec(text)?.[1]
    return left === undefined ? 'Accepted.' : `Accepted. $${Number(left).toFixed(2)} left.`
  }
