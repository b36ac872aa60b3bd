import type { Context } from 'hono'

const usedForSeconds = 24 * 3600

export function allowFrames(c: Context): void {
  c.header('Access-Control-Allow-Origin', '*')
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  c.header('Cache-Control', `public, max-age=${usedForSeconds}`)
  c.header('Content-Type', 'text/javascript; charset=utf-8')
}
