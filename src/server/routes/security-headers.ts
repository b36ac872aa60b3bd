import { Hono, type Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'

/**
 * Nothing but this origin may give the page scripts, styles, data or frames. `blob:` is for pictures
 * and models that the page itself holds, `wasm-unsafe-eval` for decoders of compressed models: it
 * allows WebAssembly and no `eval`.
 */
const pageHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
    styleSrc: ["'self'"],
    // `style` attributes that React sets go through the DOM and need nothing; those in parsed HTML do.
    fontSrc: ["'self'"],
    imgSrc: ["'self'", 'blob:', 'data:'],
    connectSrc: ["'self'", 'blob:', 'data:'],
    // The chat's previews; every other answer of this server refuses to be framed.
    frameSrc: ["'self'"],
    workerSrc: ["'self'", 'blob:'],
    manifestSrc: ["'self'"],
    mediaSrc: ["'self'", 'blob:'],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    // What turns text into markup or code has to pass the page's own policy, or DOMPurify's in Mermaid.
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['default', 'dompurify'],
  },
  xFrameOptions: 'DENY',
  referrerPolicy: 'no-referrer',
  crossOriginOpenerPolicy: 'same-origin',
  crossOriginResourcePolicy: 'same-origin',
  // The camera takes pictures for the studio; nothing else of the machine is asked for.
  permissionsPolicy: {
    camera: ['self'],
    clipboardWrite: ['self'],
    fullscreen: ['self'],
    accelerometer: [],
    displayCapture: [],
    geolocation: [],
    gyroscope: [],
    magnetometer: [],
    microphone: [],
    midi: [],
    payment: [],
    usb: [],
    serial: [],
    hid: [],
    idleDetection: [],
    browsingTopics: [],
  },
  // Set below, where the request came over HTTPS.
  strictTransportSecurity: false,
})

/** They are the same for every answer, so that they are made only once. */
const { headers: made } = await new Hono()
  .use(pageHeaders)
  .get('/', (c) => c.body(null))
  .request('/')
const forPages = [...made]

/** Other origins that a page has to do with. */
export type OpenedTo = {
  /** Whose pages may show it in a frame. */
  framedBy?: readonly string[]
  /** From where it may load files. */
  loadsFrom?: readonly string[]
  /** From where this server's own files come, where a bucket sends them: its address, with a slash at the end. */
  filesFrom?: string | undefined
}

/** The policy of a page that is opened for some origins, for `Content-Security-Policy`. */
export function policyOpenedTo({ framedBy = [], loadsFrom = [], filesFrom }: OpenedTo): string {
  const loads = filesFrom === undefined ? loadsFrom : [filesFrom, ...loadsFrom]
  const rules = (new Headers(forPages).get('content-security-policy') ?? '').split('; ')
  return rules
    .map((rule) => {
      if (rule.startsWith('frame-ancestors ') && framedBy.length > 0) {
        return ['frame-ancestors', ...framedBy].join(' ')
      }
      return rule.startsWith('connect-src ') ? [rule, ...loads].join(' ') : rule
    })
    .join('; ')
}

/** It says the same as `frame-ancestors` to browsers that do not know that, and cannot name an origin. */
const isForFrames = ([name]: readonly [string, string], headers: Headers) =>
  name === 'x-frame-options' &&
  /frame-ancestors (?:https?:)/.test(headers.get('content-security-policy') ?? '')

/** What is no page needs no word about what a page may do, which is longer than most answers. */
const forData = [
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['cross-origin-resource-policy', 'same-origin'],
  ['x-content-type-options', 'nosniff'],
] as const
const dataPattern = /^(?:application\/json|text\/event-stream)\b/

const isPrivate = /^\/(?:api|llm|model)(?:\/|$)/

/**
 * What `pageHeaders` says, save where a handler has said something else of its own. What the interfaces
 * answer is kept by nobody, and a browser that came over HTTPS comes back by it.
 *
 * @param isHttps as the proxies of this server say.
 * @param openedTo the bucket of which every page may load files; whom else it names, single pages are opened to.
 */
export const securityHeaders = (
  isHttps: (c: Context) => boolean,
  { filesFrom }: Pick<OpenedTo, 'filesFrom'> = {},
) => {
  const policy = ['content-security-policy', policyOpenedTo({ filesFrom })] as const
  const pages = forPages.map((one) => (one[0] === policy[0] ? policy : one))
  const add = (c: Context) => {
    const { headers } = c.res
    if (isPrivate.test(c.req.path) && !headers.has('cache-control')) {
      headers.set('cache-control', 'no-store')
    }
    if (isHttps(c)) headers.set('strict-transport-security', 'max-age=31536000')
    const isData = dataPattern.test(headers.get('content-type') ?? '')
    for (const [name, value] of isData ? forData : pages) {
      if (!headers.has(name) && !isForFrames([name, value], headers)) headers.set(name, value)
    }
  }
  return createMiddleware((c, next) => next().then(() => add(c)))
}
