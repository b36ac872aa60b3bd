import { Hono } from 'hono'
import type { Access } from '../access/access.ts'
import { threePath } from './preview-three.ts'

/**
 * What runs in the frame may do what it likes with its own document, and reaches nothing else: it has an origin
 * that is nobody's, so neither cookies nor storage, and may load, send and submit nothing, but for three's modules.
 */
const policyFor = (host: string) =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'unsafe-inline' 'unsafe-eval'${threeAt(host)}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'media-src data: blob:',
    'font-src data:',
    // Three's loaders read what stands in the page itself through these.
    'connect-src data: blob:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

/** A host that could say more than its name is left out. */
const threeAt = (host: string): string =>
  /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host) ? ` ${host}${threePath}` : ''

/**
 * Waits for a document from the page around it, and becomes that. The policy stays. What goes wrong then is told to the page
 * around: whoever looks at an empty frame wants to know why.
 */
const shell = `<!doctype html>
<meta charset="utf-8">
<title>Preview</title>
<script>
  addEventListener('message', ({ data, source }) => {
    if (source !== parent || typeof data !== 'string') return
    document.open()
    const tell = (what, words) =>
      parent.postMessage({ type: 'preview-problem', what, words: String(words).slice(0, 300) }, '*')
    addEventListener('error', ({ message }) => tell('error', message))
    addEventListener('unhandledrejection', ({ reason }) => tell('error', reason))
    addEventListener('securitypolicyviolation', ({ blockedURI }) => tell('blocked', blockedURI))
    document.write(data)
    document.close()
  }, { once: true })
</script>
`

/** The frame in which the chat shows pages that a model wrote. It holds nothing, so it is for everybody. */
export const previewRoutes = ({ callerOf }: Pick<Access, 'callerOf'>) =>
  new Hono().get('/preview', (c) => {
    c.header('Content-Security-Policy', policyFor(callerOf(c).host))
    c.header('X-Frame-Options', 'SAMEORIGIN')
    c.header('X-DNS-Prefetch-Control', 'off')
    c.header('Cache-Control', 'no-cache')
    return c.html(shell)
  })
