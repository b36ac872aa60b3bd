import { createHash } from 'node:crypto'
import { Hono } from 'hono'

/**
 * Shows the document that the chat has put into the session storage, in a sandboxed frame. If the
 * browser cannot confine scripts, asks the person before running any.
 */
const script = `
const stored = sessionStorage.getItem('bozzetto.preview')
const note = document.querySelector('div')
const show = (src, onUnconfined) => {
  document.querySelector('iframe')?.remove()
  const frame = document.createElement('iframe')
  frame.title = 'Preview'
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.referrerPolicy = 'no-referrer'
  // Relative, because a proxy may serve the app below a path.
  frame.src = src
  let wasSent = false
  addEventListener('message', ({ data, source }) => {
    if (source !== frame.contentWindow || wasSent || data?.type !== 'preview-ready') return
    wasSent = true
    if (onUnconfined && data.isConfined !== true) onUnconfined()
    else frame.contentWindow.postMessage(markup, '*')
  })
  document.body.append(frame)
}
const { title, markup, scripts } = stored === null ? {} : JSON.parse(stored)
if (typeof markup !== 'string') document.querySelector('p').hidden = false
else {
  document.title = title
  if (scripts !== 'foreign') show(scripts === 'none' ? 'still' : '../preview')
  else show('../preview', () => {
    note.hidden = false
    show('still')
  })
}
document.querySelector('button').addEventListener('click', () => {
  note.hidden = true
  show('../preview')
})
`

const style = `
html, body { height: 100%; margin: 0 }
body { display: flex; flex-direction: column; font: 14px system-ui, sans-serif }
p, div { margin: 0; padding: 10px 16px; background: #fbf1dc; color: #1f1b18 }
button { margin-left: 8px; font: inherit }
iframe { flex: 1; border: 0; background: #fff }
[hidden] { display: none }
`

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Preview</title>
<style>${style}</style>
<p hidden>Open this preview from its chat again.</p>
<div role="note" hidden>Scripts are off. In this browser they could send what is in this page to other computers. <button type="button">Run scripts</button></div>
<script>${script}</script>
</html>
`

const computeHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const policy = [
  "default-src 'none'",
  `script-src ${computeHash(script)}`,
  `style-src ${computeHash(style)}`,
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Creates the route of the page that shows a preview in its own tab. */
export const previewTabRoutes = () =>
  new Hono().get('/preview/tab', (c) => {
    c.header('Content-Security-Policy', policy)
    c.header('Cache-Control', 'no-cache')
    return c.html(page)
  })
