import {
  checkedSend,
  AddressRefusedError,
  type CheckedRequestOptions,
} from '../outgoing/checked-request.ts'

export type Sent =
  | { isTaken: true; status: number }
  | {
      isTaken: false
      error: string
      status?: number
      /** True if the receiver wants no further attempts. */
      isGone?: boolean
      retryAfterMs?: number
    }

const timeoutMs = 15_000

/** Sends a webhook. Private addresses are refused and redirects are not followed. Never throws. */
export async function sendWebhook(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  allowed: Pick<CheckedRequestOptions, 'allowedHosts'>,
): Promise<Sent> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await checkedSend(url, {
      ...allowed,
      signal,
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body,
    })
    response.destroy()
    const { statusCode: status = 0 } = response
    if (status >= 200 && status < 300) return { isTaken: true, status }
    const seconds = Number(response.headers['retry-after'])
    return {
      isTaken: false,
      status,
      error: `The receiver answered with status ${status}.`,
      isGone: status === 410,
      ...(seconds > 0 && { retryAfterMs: seconds * 1000 }),
    }
  } catch (error) {
    return { isTaken: false, error: explainFailure(error, signal.aborted) }
  }
}

function explainFailure(error: unknown, isTimedOut: boolean): string {
  if (isTimedOut) return `The receiver did not answer within ${timeoutMs / 1000} s.`
  if (error instanceof AddressRefusedError && error.refusal === 'private') {
    return 'The address leads into a private network. The owner can allow it: BOZZETTO_FETCH_HOSTS.'
  }
  if (error instanceof AddressRefusedError) return 'The address cannot be used.'
  return 'The receiver cannot be reached.'
}
