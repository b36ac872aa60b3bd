import type { Result, Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'

/** Upper bound of cached addresses. Clients may send any number of different ones. */
const knownMax = 500
const lengthMax = 200

/**
 * Creates Hono's default router with a cache for addresses without parameters, because matching all
 * routes costs more than the rest of most requests.
 */
export function createRememberingRouter<T>(): Router<T> {
  const router = new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] })
  const known = new Map<string, Result<T>>()
  return {
    name: 'RememberingRouter',
    add: (...route) => router.add(...route),
    match(method, path) {
      const key = `${method} ${path}`
      const before = known.get(key)
      if (before) return before
      const found = router.match(method, path)
      if (key.length <= lengthMax && namesNothing(found)) {
        if (known.size >= knownMax) known.clear()
        known.set(key, found)
      }
      return found
    },
  }
}

const namesNothing = <T>([handlers]: Result<T>): boolean =>
  handlers.every(([, params]) => Object.keys(params).length === 0)
