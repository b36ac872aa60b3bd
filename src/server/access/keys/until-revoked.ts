import type { Context } from 'hono'
import { HttpError } from '../../errors/http-error.ts'
import { connectionOf } from '../../http/connection.ts'
import { noteStream } from '../../http/open-streams.ts'

/**
 * Whether a key has been revoked while a request of it runs. A class, because an object with a getter of its own gets
 * a hidden class of its own in V8, and all that reads it stays slow.
 */
export class Revocation {
  #controller: AbortController | undefined
  #revokedFor: HttpError | undefined

  /** Fires then. It is made when it is first asked for: most requests need none, and making one takes a while. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#revokedFor) this.#controller.abort(this.#revokedFor)
    return this.#controller.signal
  }

  revoke(reason: HttpError): void {
    this.#revokedFor ??= reason
    this.#controller?.abort(this.#revokedFor)
  }
}

/**
 * Answers a request, unless its key is revoked meanwhile: that breaks off what is on its way out already.
 * What `answer` does then is nobody's business.
 *
 * @param revocation is told of it.
 * @throws {HttpError} `unauthorized` when it is revoked before the answer.
 */
export function untilRevoked<T>(
  c: Context,
  revocation: Revocation,
  answer: () => Promise<T>,
): Promise<T> {
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
      (answered) => {
        end()
        resolve(answered)
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
