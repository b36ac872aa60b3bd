import { secureHeaders } from 'hono/secure-headers'

/**
 * Nothing but this origin may give the page scripts, styles, data or frames. `blob:` is for pictures
 * and models that the page itself holds, `wasm-unsafe-eval` for decoders of compressed models: it
 * allows WebAssembly and no `eval`.
 */
export const securityHeaders = secureHeaders({
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
  // HTTPS is the business of whoever puts a proxy in front.
  strictTransportSecurity: false,
})
