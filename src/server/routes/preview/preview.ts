import { getBase } from '../../access/own-origin.ts'
import { createHash } from 'node:crypto'
import { Hono, type Context } from 'hono'
import type { Access } from '../../access/access.ts'
import { runningScript, stillScript } from './frame-scripts.ts'
import { pythonFrameScript } from './python-scripts.ts'
import { libraryPath } from './preview-libraries.ts'
import { threePath } from './preview-three.ts'

const probePath = '/preview/probe/'

const always = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'media-src data: blob:',
  'font-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
]

/**
 * Policy of a frame with scripts: an opaque origin without cookies or storage, which may load only
 * three.js, React and Tailwind from this server.
 * @param place host and base path of this server.
 */
const runningPolicy = (place: string | undefined) =>
  [
    ...always,
    `script-src 'unsafe-inline' 'unsafe-eval'${place === undefined ? '' : ` ${place}${threePath} ${place}${libraryPath}`}`,
    // The loaders of three.js read `data:` and `blob:` URLs with `fetch`.
    `connect-src data: blob:${place === undefined ? '' : ` ${place}${probePath}`}`,
  ].join('; ')

const computeHash = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`
/** Policy of a frame without scripts of the page. It allows only this server's own script. */
const stillPolicy = [...always, `script-src ${computeHash(stillScript)}`].join('; ')

/**
 * Policy of the frame that runs Python: only this server's own script, and the files that the page
 * sends. Its worker inherits the policy, so that Python has no network either.
 */
const pythonPolicy = [
  ...always,
  `script-src ${computeHash(pythonFrameScript)} blob: 'wasm-unsafe-eval'`,
  'worker-src blob:',
].join('; ')

/**
 * Formats the header Connection-Allowlist, because a Content-Security-Policy covers neither WebRTC
 * nor the connections that a browser opens before it blocks a navigation.
 */
const connections = (place: string | undefined): string =>
  place === undefined
    ? '()'
    : `(${[`${threePath}*`, `${libraryPath}*`, `${probePath}allowed`].map((path) => `"http{s}?://${place}${path}"`).join(' ')})`

/** Returns `undefined` for a `Host` header that could add directives to a policy. */
const safeHost = (host: string): string | undefined =>
  /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host) ? host : undefined

const shellWith = (script: string) => `<!doctype html>
<meta charset="utf-8">
<title>Preview</title>
<script>${script}</script>
`

function sendShell(c: Context, script: string): Response | Promise<Response> {
  c.header('X-Frame-Options', 'SAMEORIGIN')
  c.header('X-DNS-Prefetch-Control', 'off')
  c.header('Cache-Control', 'no-cache')
  return c.html(shellWith(script))
}

/**
 * Creates the routes of the frames in which the chat previews HTML pages. The frames contain no
 * data, so they need no session.
 */
export const previewRoutes = ({ callerOf }: Pick<Access, 'callerOf'>) =>
  new Hono()
    .get('/preview', (c) => {
      const host = safeHost(callerOf(c).host)
      const place = host === undefined ? undefined : host + getBase(c)
      c.header('Content-Security-Policy', runningPolicy(place))
      c.header('Connection-Allowlist', connections(place))
      return sendShell(c, runningScript)
    })
    .get('/preview/still', (c) => {
      c.header('Content-Security-Policy', stillPolicy)
      c.header('Connection-Allowlist', connections(undefined))
      return sendShell(c, stillScript)
    })
    .get('/preview/python', (c) => {
      c.header('Content-Security-Policy', pythonPolicy)
      c.header('Connection-Allowlist', connections(undefined))
      return sendShell(c, pythonFrameScript)
    })
    .get(`${probePath}:which`, (c) => {
      c.header('Cross-Origin-Resource-Policy', 'cross-origin')
      c.header('Cache-Control', 'no-store')
      return c.body(null, 204)
    })
