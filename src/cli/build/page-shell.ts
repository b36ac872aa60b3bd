import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer, type Plugin } from 'vite'
import { firstViews, getFirstViewFile, type FirstView } from '../../lib/first-view.ts'
import { unescapeHtml } from '../../lib/unescape-html.ts'
import { buildScript } from './build-script.ts'

const rendererFile = fileURLToPath(new URL('../../app/shell/render-shell.tsx', import.meta.url))
const script = fileURLToPath(new URL('../../app/shell/show-shell.ts', import.meta.url))
const messageFolder = fileURLToPath(new URL('../../languages/messages', import.meta.url))

type Shell = { html: string; code: string; fileName: string }
type Renderer = {
  renderShell: (view: FirstView | undefined) => string
  listGreetings: () => string[]
}

/**
 * Puts the shell of the page into `index.html`, so that the browser paints the navigation before
 * the app is loaded. For each first view, a copy of the page contains the shell with this view. The
 * shell is rendered by the app's own components.
 */
export function pageShell(): Plugin {
  return {
    name: 'bozzetto-page-shell',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      // The hook runs last, because Vite writes `index.html` in this hook.
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('There is no index.html.')
        const html = String(page.source)
        const shells = await buildShells()
        for (const [view, shell] of shells) {
          this.emitFile({ type: 'asset', fileName: shell.fileName, source: shell.code })
          const source = fillPage(html, shell)
          if (view === undefined) page.source = source
          else this.emitFile({ type: 'asset', fileName: getFirstViewFile(view), source })
        }
      },
    },
  }
}

const template = (html: string) => `<template id="shell">${html}</template>`

const fillPage = (page: string, { html, fileName }: Shell) =>
  page
    // The app is painted after the shell, so its files come after those of the shell.
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replace(template(''), () => `${template(html)}\n    <script src="/${fileName}"></script>`)

/** Builds the shells of all first views, and the shell without a view. */
async function buildShells(): Promise<Map<FirstView | undefined, Shell>> {
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const renderer = (await server.ssrLoadModule(rendererFile)) as Renderer
    const shells = new Map<FirstView | undefined, Shell>()
    for (const view of [undefined, ...firstViews]) {
      shells.set(view, await buildShell(view, renderer))
    }
    return shells
  } finally {
    await server.close()
  }
}

async function buildShell(
  view: FirstView | undefined,
  { renderShell, listGreetings }: Renderer,
): Promise<Shell> {
  const html = renderShell(view).replace('<div', '<div inert aria-hidden="true"')
  const texts = [...html.matchAll(/>([^<]+)</g)].map(([, text = '']) => unescapeHtml(text))
  const greetings = listGreetings()
  const hasGreeting = greetings.some((greeting) => texts.includes(greeting))
  const code = await buildScript(script, {
    format: 'iife',
    name: 'bozzettoShell',
    define: {
      bozzettoView: JSON.stringify(view) ?? 'undefined',
      bozzettoShellTexts: JSON.stringify(readTexts(hasGreeting ? [...texts, ...greetings] : texts)),
      bozzettoGreetings: JSON.stringify(hasGreeting ? greetings : []),
    },
  })
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8)
  return { html, code, fileName: `assets/show-shell-${hash}.js` }
}

/** Message files with the texts of first views. The last one has precedence. */
const areas = ['server', 'app']

function readMessageFile(language: string, area: string): [string, string][] {
  const file = path.join(messageFolder, language, `${area}.json`)
  return Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
}

/** Returns the translations of the English texts by language. */
function readTexts(texts: readonly string[]): Record<string, Record<string, string>> {
  const found = readdirSync(messageFolder).map((language) => {
    const messages = new Map(areas.flatMap((area) => readMessageFile(language, area)))
    const known = texts.filter((text) => messages.has(text))
    return [language, Object.fromEntries(known.map((text) => [text, messages.get(text)]))]
  })
  return Object.fromEntries(found)
}
