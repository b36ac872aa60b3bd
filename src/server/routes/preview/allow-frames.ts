import type { Context } from 'hono'

const usedForSeconds = 24 * 3600

/** Sets the headers of a script that frames with an opaque origin may load. */
export function allowFrames(c: Context): void {
  // A frame with an opaque origin loads modules with CORS.
  c.header('Access-Control-Allow-Origin', '*')
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  c.header('Cache-Control', `public, max-age=${usedForSeconds}`)
  c.header('Content-Type', 'text/javascript; charset=utf-8')
}
