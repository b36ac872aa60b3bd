import { Hono } from 'hono'
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
    workerSrc: ["'self'", 'blob:'],
    manifestSrc: ["'self'"],
    mediaSrc: ["'self'", 'blob:'],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
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
  // HTTPS is the business of whoever puts a proxy in front.
  strictTransportSecurity: false,
})

/** They are the same for every answer, so that they are made only once. */
const { headers: made } = await new Hono()
  .use(pageHeaders)
  .get('/', (c) => c.body(null))
  .request('/')
const fixedHeaders = [...made]

/** What `pageHeaders` says, save where a handler has said something else of its own. */
export const securityHeaders = createMiddleware(async (c, next) => {
  await next()
  const { headers } = c.res
  for (const [name, value] of fixedHeaders) if (!headers.has(name)) headers.set(name, value)
})
