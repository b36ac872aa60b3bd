import { Hono, type Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'

/**
 * Headers of the page. Scripts, styles, data and frames come only from this origin. `blob:` is for
 * pictures and models in the page's memory. `wasm-unsafe-eval` allows WebAssembly decoders, but no
 * `eval`.
 */
const pageHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
    styleSrc: ["'self'"],
    // React sets styles through the DOM, so `unsafe-inline` is not needed.
    fontSrc: ["'self'"],
    imgSrc: ["'self'", 'blob:', 'data:'],
    connectSrc: ["'self'", 'blob:', 'data:'],
    // Frames are allowed, because the chat shows previews in frames.
    frameSrc: ["'self'"],
    workerSrc: ["'self'", 'blob:'],
    manifestSrc: ["'self'"],
    mediaSrc: ["'self'", 'blob:'],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    // Only the page's own Trusted Types policy, and DOMPurify's in Mermaid, may convert text to
    // markup or code.
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['default', 'dompurify'],
  },
  xFrameOptions: 'DENY',
  referrerPolicy: 'no-referrer',
  crossOriginOpenerPolicy: 'same-origin',
  crossOriginResourcePolicy: 'same-origin',
  // The studio uses the camera, and dictation uses the microphone.
  permissionsPolicy: {
    camera: ['self'],
    clipboardWrite: ['self'],
    fullscreen: ['self'],
    accelerometer: [],
    displayCapture: [],
    geolocation: [],
    gyroscope: [],
    magnetometer: [],
    microphone: ['self'],
    midi: [],
    payment: [],
    usb: [],
    serial: [],
    hid: [],
    idleDetection: [],
    browsingTopics: [],
  },
  // This middleware sets the header elsewhere, and only for HTTPS.
  strictTransportSecurity: false,
})

/** The headers are computed once, because they are the same for every response. */
const { headers: made } = await new Hono()
  .use(pageHeaders)
  .get('/', (c) => c.body(null))
  .request('/')
const forPages = [...made]

export type OpenedTo = {
  framedBy?: readonly string[]
  loadsFrom?: readonly string[]
  /** URL of the bucket that serves this server's files, with a trailing slash. */
  filesFrom?: string | undefined
}

/** Formats the `Content-Security-Policy` of a page that allows other origins. */
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

/** Pages with `frame-ancestors` must not have `X-Frame-Options`, which cannot name an origin. */
const isForFrames = ([name]: readonly [string, string], headers: Headers) =>
  name === 'x-frame-options' &&
  /frame-ancestors (?:https?:)/.test(headers.get('content-security-policy') ?? '')

/**
 * Short headers for responses that are not pages, because the full policy is longer than most
 * responses. Scripts of workers need the full policy, because it applies to what they request.
 */
const forData = [
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['cross-origin-resource-policy', 'same-origin'],
  ['x-content-type-options', 'nosniff'],
] as const
const dataPattern =
  /^(?:application\/json|text\/event-stream|text\/css|font\/woff2|image\/(?:png|webp|svg\+xml))\b/
const scriptPattern = /^(?:text|application)\/javascript\b/
/** Paths of the page's own modules. Workers and the service worker have other names or folders. */
const modulePattern = /^\/assets\/(?!.*worker)[\w.-]+\.js$/

const isPrivate = /^\/(?:api|llm|model)(?:\/|$)/

/**
 * Creates the middleware that adds the security headers unless a handler sets its own. API
 * responses are not cached, and HTTPS responses set HSTS.
 * @param isHttps returns whether the client uses HTTPS, as trusted proxies report it.
 * @param openedTo the bucket from which all pages may load files. Its other origins apply only to
 * some pages.
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
    const type = headers.get('content-type') ?? ''
    const isModule = scriptPattern.test(type) && modulePattern.test(c.req.path)
    const isData = isModule || dataPattern.test(type)
    for (const [name, value] of isData ? forData : pages) {
      if (!headers.has(name) && !isForFrames([name, value], headers)) headers.set(name, value)
    }
  }
  return createMiddleware((c, next) => next().then(() => add(c)))
}
