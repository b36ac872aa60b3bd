import type { Env, MiddlewareHandler } from 'hono'

/**
 * Several middlewares as one. For each of its own Hono makes two promises and waits for them, which for a short
 * answer is more than what most of them do.
 *
 * Each of them hands on what `next` returns, or leaves the answer to what comes behind all of them. What one throws
 * passes through those before it, as it does not in Hono: what has to be done whatever comes stands in another one.
 */
export function inOne<E extends Env>(...parts: MiddlewareHandler<E>[]): MiddlewareHandler<E> {
  return (c, next) => {
    const from = (at: number): ReturnType<MiddlewareHandler<E>> => {
      const part = parts[at]
      return part ? part(c, () => from(at + 1) as Promise<void>) : next()
    }
    return from(0)
  }
}
