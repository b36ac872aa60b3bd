import type { Context } from 'hono'
import type { Access } from './access.ts'

/**
 * Returns the prefix of the cookies' names, which requires HTTPS. `__Host-` prevents other hosts
 * from setting a cookie. It requires the path `/`, so cookies below a base path have `__Secure-`.
 */
export function getCookiePrefix(
  c: Context,
  access: Pick<Access, 'callerOf' | 'basePath'>,
): 'host' | 'secure' | undefined {
  if (!access.callerOf(c).isHttps) return undefined
  return access.basePath === '' ? 'host' : 'secure'
}
