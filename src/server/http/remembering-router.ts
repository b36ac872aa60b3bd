import type { Result, Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'

/** Addresses without a part that differs are few; whoever makes up others must not fill the memory. */
const knownMax = 500
const lengthMax = 200

/**
 * Hono's usual router, which remembers who answers at an address that names nothing: to look through all
 * routes for each request to the same few costs more than most of what is done for it.
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
