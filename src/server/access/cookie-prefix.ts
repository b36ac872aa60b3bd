import type { Context } from 'hono'
import type { Access } from './access.ts'

/**
 * Returns the prefix of the cookies' names, which requires HTTPS. Browsers accept `__Host-` only
 * with the path `/`, so cookies below a base path have `__Secure-`.
 */
export function getCookiePrefix(
  c: Context,
  access: Pick<Access, 'callerOf' | 'basePath'>,
): 'host' | 'secure' | undefined {
  if (!access.callerOf(c).isHttps) return undefined
  return access.basePath === '' ? 'host' : 'secure'
}
