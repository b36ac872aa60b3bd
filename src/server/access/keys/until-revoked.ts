import type { Context } from 'hono'
import { HttpError } from '../../errors/http-error.ts'
import { connectionOf } from '../../http/connection.ts'
import { noteStream } from '../../http/open-streams.ts'

/**
 * Answers a request, unless its key is revoked meanwhile: that breaks off what is on its way out already.
 *
 * @param revoked is aborted then.
 * @throws {HttpError} `unauthorized` when it is revoked before the answer.
 */
export async function untilRevoked(
  c: Context,
  revoked: AbortController,
  answer: () => Promise<void>,
): Promise<void> {
  const { outgoing } = connectionOf(c) ?? {}
  let isAnswered = false
  const forget = noteStream(c, () => {
    revoked.abort(revokedMeanwhile())
    // What is on its way out already cannot be taken back, but it can be broken off.
    if (isAnswered) outgoing?.destroy()
  })
  outgoing?.once('close', forget)
  try {
    await untilAborted(answer(), revoked.signal)
  } finally {
    isAnswered = true
    if (!outgoing) forget()
  }
}

const revokedMeanwhile = () =>
  new HttpError('unauthorized', 'Access was revoked while this request was running.')

/** As `work`, but over as soon as the signal fires. What `work` does then is nobody's business. */
function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject)
  })
}
