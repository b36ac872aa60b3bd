import { createHash } from 'node:crypto'
import { Hono, type Context } from 'hono'
import type { Access } from '../../access/access.ts'
import { runningScript, stillScript } from './frame-scripts.ts'
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

/** The page's scripts run, in an opaque origin without cookies or storage, and load only three's modules. */
const runningPolicy = (host: string | undefined) =>
  [
    ...always,
    `script-src 'unsafe-inline' 'unsafe-eval'${host === undefined ? '' : ` ${host}${threePath}`}`,
    // Three's loaders read `data:` and `blob:` addresses with `fetch`.
    `connect-src data: blob:${host === undefined ? '' : ` ${host}${probePath}`}`,
  ].join('; ')

const hashOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`
/** Allows the shell's own script and no other, inline handlers included. */
const stillPolicy = [...always, `script-src ${hashOf(stillScript)}`].join('; ')

/**
 * Covers what no Content-Security-Policy does: WebRTC, and the connections that a browser opens for navigations
 * before it refuses them. Frames inside inherit it.
 */
const connections = (host: string | undefined): string =>
  host === undefined
    ? '()'
    : `("http{s}?://${host}${threePath}*" "http{s}?://${host}${probePath}allowed")`

/** @returns `undefined` for a `Host` header that could add more than a name to a policy. */
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
 * The frames in which the chat shows pages that a model wrote, with their scripts or without. They hold no data,
 * so they need no session.
 */
export const previewRoutes = ({ callerOf }: Pick<Access, 'callerOf'>) =>
  new Hono()
    .get('/preview', (c) => {
      const host = safeHost(callerOf(c).host)
      c.header('Content-Security-Policy', runningPolicy(host))
      c.header('Connection-Allowlist', connections(host))
      return sendShell(c, runningScript)
    })
    .get('/preview/still', (c) => {
      c.header('Content-Security-Policy', stillPolicy)
      c.header('Connection-Allowlist', connections(undefined))
      return sendShell(c, stillScript)
    })
    .get(`${probePath}:which`, (c) => {
      // Frames of an opaque origin may read it.
      c.header('Cross-Origin-Resource-Policy', 'cross-origin')
      c.header('Cache-Control', 'no-store')
      return c.body(null, 204)
    })
