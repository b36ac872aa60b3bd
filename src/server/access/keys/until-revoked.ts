import type { Context } from 'hono'
import { HttpError } from '../../errors/http-error.ts'
import { connectionOf } from '../../http/connection.ts'
import { noteStream } from '../../http/open-streams.ts'

/** Whether a key has been revoked while a request of it runs. */
export type Revocation = {
  /** Fires then. It is made when it is first asked for: most requests need none, and making one takes a while. */
  readonly signal: AbortSignal
  revoke: (reason: HttpError) => void
}

export function createRevocation(): Revocation {
  let controller: AbortController | undefined
  let revokedFor: HttpError | undefined
  return {
    get signal() {
      controller ??= new AbortController()
      if (revokedFor) controller.abort(revokedFor)
      return controller.signal
    },
    revoke(reason) {
      revokedFor ??= reason
      controller?.abort(revokedFor)
    },
  }
}

/**
 * Answers a request, unless its key is revoked meanwhile: that breaks off what is on its way out already.
 * What `answer` does then is nobody's business.
 *
 * @param revocation is told of it.
 * @throws {HttpError} `unauthorized` when it is revoked before the answer.
 */
export function untilRevoked(
  c: Context,
  revocation: Revocation,
  answer: () => Promise<void>,
): Promise<void> {
  const { outgoing } = connectionOf(c) ?? {}
  return new Promise((resolve, reject) => {
    let isAnswered = false
    const forget = noteStream(c, () => {
      const reason = revokedMeanwhile()
      revocation.revoke(reason)
      // What is on its way out already cannot be taken back, but it can be broken off.
      if (isAnswered) outgoing?.destroy()
      end()
      reject(reason)
    })
    const end = () => {
      isAnswered = true
      if (!outgoing) forget()
    }
    outgoing?.once('close', forget)
    answer().then(
      () => {
        end()
        resolve()
      },
      (error: unknown) => {
        end()
        reject(error)
      },
    )
  })
}

const revokedMeanwhile = () =>
  new HttpError('unauthorized', 'Access was revoked while this request was running.')
