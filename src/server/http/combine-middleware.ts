import type { Env, MiddlewareHandler } from 'hono'

/**
 * Combines middlewares into one, because Hono creates and awaits two promises for each, which costs
 * more than most of them do.
 * Each middleware returns the result of `next` or leaves the response to later ones. Errors
 * propagate through earlier middlewares, unlike in Hono, so cleanup that must always run belongs in
 * a separate middleware.
 */
export function combineMiddleware<E extends Env>(
  ...parts: MiddlewareHandler<E>[]
): MiddlewareHandler<E> {
  return (c, next) => {
    const from = (at: number): ReturnType<MiddlewareHandler<E>> => {
      const part = parts[at]
      return part ? part(c, () => from(at + 1) as Promise<void>) : next()
    }
    return from(0)
  }
}
