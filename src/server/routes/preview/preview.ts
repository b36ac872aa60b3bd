import { getBase } from '../../access/own-origin.ts'
import { createHash } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { mcpAppDomainSchema, mcpAppDomainsMax } from '#contract/mcp-apps.ts'
import type { Access } from '../../access/access.ts'
import { appScript, runningScript, stillScript } from './frame-scripts.ts'
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

/**
 * Policy of the frame of an MCP server's app, which may reach only the domains that the person has
 * allowed. `form-action` stops forms, but their `submit` events need the flag of the sandbox.
 */
function getAppPolicy(place: string | undefined, { connect, resource }: AppDomains): string {
  const [, ...rest] = always
  const withDomains = (rule: string, domains: readonly string[] = resource) =>
    [rule, ...domains].join(' ')
  const probes = place === undefined ? [] : [place + probePath]
  return [
    'sandbox allow-scripts allow-forms',
    ...rest.map((rule) => (/^(?:style|img|media|font)-src/.test(rule) ? withDomains(rule) : rule)),
    withDomains("script-src 'unsafe-inline' 'unsafe-eval' blob:"),
    withDomains('connect-src data: blob:', [...probes, ...connect]),
    'worker-src blob:',
  ].join('; ')
}

type AppDomains = { connect: readonly string[]; resource: readonly string[] }

/**
 * Reads the allowed domains from the URL of the frame. Only pages of this server can embed the
 * frame, so other sites cannot choose the domains.
 */
const readAppDomains = (c: Context): AppDomains => {
  const read = (name: string) =>
    (c.req.queries(name) ?? [])
      .slice(0, mcpAppDomainsMax)
      .filter((domain) => mcpAppDomainSchema.safeParse(domain).success)
  return { connect: read('connect'), resource: read('resource') }
}

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
const connections = (
  place: string | undefined,
  paths: readonly string[] = [`${threePath}*`, `${libraryPath}*`, `${probePath}allowed`],
  domains: readonly string[] = [],
): string => {
  const own = place === undefined ? [] : paths.map((path) => `"http{s}?://${place}${path}"`)
  return `(${[...own, ...domains.map((domain) => `"${domain}/*"`)].join(' ')})`
}

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
    .get('/preview/app', (c) => {
      const host = safeHost(callerOf(c).host)
      const place = host === undefined ? undefined : host + getBase(c)
      const domains = readAppDomains(c)
      const all = [...domains.connect, ...domains.resource]
      c.header('Content-Security-Policy', getAppPolicy(place, domains))
      c.header('Connection-Allowlist', connections(place, [`${probePath}allowed`], all))
      return sendShell(c, appScript)
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
