/**
 * Script that runs before a previewed page. It removes WebRTC, which the Content-Security-Policy
 * does not cover, and nested frames, whose windows would still have the WebRTC constructors. It
 * uses only functions that were read before the page runs.
 */
const guard = `
const { apply } = Reflect
for (const name of Object.getOwnPropertyNames(window)) {
  if (/^(?:webkit|moz)?RTC|^WebTransport/.test(name)) {
    Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false })
  }
}
for (const owner of [Element.prototype, ShadowRoot.prototype, Document.prototype, Document]) {
  // These methods could create shadow roots whose content the observer below does not see.
  for (const name of Object.getOwnPropertyNames(owner)) if (/HTMLUnsafe$/.test(name)) delete owner[name]
}
const Observer = MutationObserver
const { observe } = MutationObserver.prototype
const { attachShadow, remove } = Element.prototype
const removeFrames = (root, find) => {
  for (;;) {
    const frame = apply(find, root, ['iframe, frame, object, embed, fencedframe'])
    if (frame === null) return
    apply(remove, frame, [])
  }
}
// Callbacks run before the event loop continues, and so before a new frame runs a script.
const keepFramesOut = (root, find) =>
  apply(observe, new Observer(() => removeFrames(root, find)), [root, { childList: true, subtree: true }])
const findInDocument = Document.prototype.querySelector
const findInShadow = DocumentFragment.prototype.querySelector
Element.prototype.attachShadow = function (options) {
  const root = apply(attachShadow, this, [{ ...options, clonable: false }])
  keepFramesOut(root, findInShadow)
  return root
}
keepFramesOut(document, findInDocument)
const withoutShadowMarkup = (markup) => markup.replaceAll(/shadowrootmode/gi, 'data-shadow')
const { open, write, close } = Document.prototype
Document.prototype.write = function (...markup) {
  apply(write, this, [withoutShadowMarkup(markup.join(''))])
}
Document.prototype.writeln = function (...markup) {
  apply(write, this, [withoutShadowMarkup(markup.join('') + '\\n')])
}`

/**
 * Maximum number of reports from a frame, because a page in an endless loop must not fill the
 * memory of its parent page.
 */
const reportsMax = 2_000

/** Script that reports errors and console output inside the frame to its parent page. */
const reports = `
let reportsLeft = ${reportsMax}
const report = (what, words) => {
  if (reportsLeft > 0) {
    reportsLeft -= 1
    parent.postMessage({ type: 'preview-report', what, words: String(words).slice(0, 2000) }, '*')
  }
}
const inWords = (value) => {
  if (value instanceof Error) return String(value)
  if (typeof value !== 'object' || value === null) return String(value)
  try {
    return JSON.stringify(value)
  } catch {
    return String(value)
  }
}
for (const [name, what] of Object.entries({ log: 'log', info: 'log', debug: 'log', warn: 'warning', error: 'fault' })) {
  const own = console[name]
  console[name] = (...values) => {
    own.apply(console, values)
    report(what, values.map(inWords).join(' '))
  }
}
addEventListener('error', ({ message }) => report('error', message))
addEventListener('unhandledrejection', ({ reason }) => report('error', reason))
addEventListener('securitypolicyviolation', ({ blockedURI }) => report('blocked', blockedURI))`

/**
 * Creates the script of a frame that runs the page's scripts. First it checks that the browser
 * enforces the Connection-Allowlist: the browser must refuse the first URL and allow the second.
 * @param probes path of these URLs, relative to the frame's.
 * @param more statements that run before the page's scripts.
 */
const createRunningScript = (probes: string, more = ''): string => `{
const reached = (address) => fetch(address, { mode: 'no-cors' }).then(() => true, () => false)
const isConfined = reached('${probes}refused').then(async (wasReached) =>
  !wasReached && (await reached('${probes}allowed')))
addEventListener('message', ({ data, source }) => {
  if (source !== parent || typeof data !== 'string') return
  ${guard}
  apply(open, document, [])
  ${reports}
  ${more}
  apply(write, document, [withoutShadowMarkup(data)])
  apply(close, document, [])
}, { once: true })
isConfined.then((is) => parent.postMessage({ type: 'preview-ready', isConfined: is }, '*'))
}`

/** Script of the frame of a previewed page, at `/preview`. */
export const runningScript = createRunningScript('preview/probe/')
/**
 * Script of the frame of an MCP server's app, at `/preview/app`. Reports navigations before they
 * start, because Chromium drops messages of `pagehide` if the next document is an error page. Some
 * navigations do not replace the page, such as downloads.
 */
export const appScript = createRunningScript(
  'probe/',
  `addEventListener('beforeunload', () => {
    report('leaving', '')
    setTimeout(() => report('stayed', ''), 500)
  })`,
)

/**
 * Script of a frame that runs no scripts of the page. It shows the received document without
 * elements that load or navigate.
 */
export const stillScript = `
addEventListener('message', ({ data, source }) => {
  if (source !== parent || typeof data !== 'string') return
  const shown = new DOMParser().parseFromString(data, 'text/html')
  const unwanted = 'script, link, base, meta[http-equiv], iframe, frame, object, embed, fencedframe, template'
  for (const element of shown.querySelectorAll(unwanted)) element.remove()
  document.open()
  document.write('<!doctype html>' + shown.documentElement.outerHTML)
  document.close()
}, { once: true })
parent.postMessage({ type: 'preview-ready', isConfined: true }, '*')
`
