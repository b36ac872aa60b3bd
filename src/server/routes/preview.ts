import { Hono } from 'hono'

/**
 * What runs in the frame may do what it likes with its own document, and reaches nothing else: it has an origin
 * that is nobody's, so neither cookies nor storage, and may load, send and submit nothing.
 */
const policy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'media-src data: blob:',
  'font-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** Waits for a document from the page around it, and becomes that. The policy stays. */
const shell = `<!doctype html>
<meta charset="utf-8">
<title>Preview</title>
<script>
  addEventListener('message', ({ data, source }) => {
    if (source !== parent || typeof data !== 'string') return
    document.open()
    document.write(data)
    document.close()
  }, { once: true })
</script>
`

/** The frame in which the chat shows pages that a model wrote. It holds nothing, so it is for everybody. */
export const previewRoutes = () =>
  new Hono().get('/preview', (c) => {
    c.header('Content-Security-Policy', policy)
    c.header('X-Frame-Options', 'SAMEORIGIN')
    c.header('X-DNS-Prefetch-Control', 'off')
    c.header('Cache-Control', 'no-cache')
    return c.html(shell)
  })
