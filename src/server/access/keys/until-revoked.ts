import type { Context } from 'hono'
import { HttpError } from '../../errors/http-error.ts'
import { getConnection } from '../../http/connection.ts'
import { noteStream } from '../../http/open-streams.ts'

export class Revocation {
  #controller: AbortController | undefined
  #revokedFor: HttpError | undefined

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
 * Runs `answer` for a request, and throws or closes the connection if the key is revoked before
 * `answer` ends.
 * @param revocation receives the revocation.
 * @throws {HttpError} `unauthorized` if the key is revoked before the response begins.
 */
export function untilRevoked<T>(
  c: Context,
  revocation: Revocation,
  answer: () => Promise<T>,
): Promise<T> {
  const { outgoing } = getConnection(c) ?? {}
  return new Promise((resolve, reject) => {
    let isAnswered = false
    const forget = noteStream(c, () => {
      const reason = revokedMeanwhile()
      revocation.revoke(reason)
      // The status was already sent, so only a broken connection can report the error.
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
