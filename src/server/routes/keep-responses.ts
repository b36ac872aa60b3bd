import { createMiddleware } from 'hono/factory'

/** Maximum size in bytes of a response that is kept. A larger response is streamed from the disk. */
const responseBytesMax = 256 * 1024

/** Headers of the file. Other headers belong to a single request. */
const fileHeaders = [
  'content-type',
  'content-encoding',
  'vary',
  'last-modified',
  'content-length',
  'cache-control',
  'content-security-policy',
]

type Kept = { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> }

/**
 * Keeps responses with small files in memory, because opening and reading a file takes most of the
 * time of a request. Only for files that never change. Forgets the oldest responses.
 */
export function keepResponses({ bytesMax }: { bytesMax: number }) {
  const kept = new Map<string, Kept>()
  let bytes = 0
  return createMiddleware(async (c, next) => {
    if (c.req.method !== 'GET' || c.req.header('range') !== undefined) return next()
    const key = `${c.req.path} ${c.req.header('accept-encoding') ?? ''}`
    const known = kept.get(key)
    if (known) return c.body(known.body, 200, known.headers)
    await next()
    const length = Number(c.res.headers.get('content-length') ?? Infinity)
    if (c.res.status !== 200 || length > responseBytesMax) return
    const body = new Uint8Array(await c.res.arrayBuffer())
    c.res = new Response(body, c.res)
    if (kept.has(key)) return
    const headers = fileHeaders.flatMap((name) => {
      const value = c.res.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    kept.set(key, { body, headers: Object.fromEntries(headers) })
    // Clients choose the header in the key, so its length counts, too.
    bytes += key.length + body.byteLength
    for (const [oldKey, old] of kept) {
      if (bytes <= bytesMax) break
      kept.delete(oldKey)
      bytes -= oldKey.length + old.body.byteLength
    }
  })
}
