import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer, type Plugin } from 'vite'
import { firstViews, getFirstViewFile, type FirstView } from '../../lib/first-view.ts'
import type { ModelList } from '../../contract/models.ts'
import { withoutNote } from '../../lib/language/translate.ts'
import { unescapeHtml } from '../../lib/unescape-html.ts'
import { buildScript } from './build-script.ts'

const rendererFile = fileURLToPath(new URL('../../app/shell/render-shell.tsx', import.meta.url))
const modelsFile = fileURLToPath(
  new URL('../../server/providers/models-at-first.ts', import.meta.url),
)
const script = fileURLToPath(new URL('../../app/shell/show-shell.ts', import.meta.url))
const messageFolder = fileURLToPath(new URL('../../languages/messages', import.meta.url))

type ShellView = FirstView | undefined
type Shell = { html: string; code: string; fileName: string }
type Renderer = {
  prepareShell: () => Promise<unknown>
  renderShell: (view: ShellView, models: ModelList) => string
  translate: (english: string) => string
  setShellLanguage: (language: string, messages: Readonly<Record<string, string>>) => string[]
}
type ShellTexts = Record<string, (string | readonly string[])[]>

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

const modulePattern = / *<script type="module"[^>]*><\/script>\n/g

/**
 * Puts the shell into the page, and the app's scripts after it, because the app is painted after
 * the shell. The browser evaluates each `async` script in a separate task.
 */
function fillPage(page: string, { html, fileName }: Shell): string {
  const scripts = [...page.matchAll(modulePattern)].map(([tag]) =>
    tag.replace('type="module"', 'type="module" async fetchpriority="low"'),
  )
  const filled = `${template(html)}\n    <script src="/${fileName}"></script>\n${scripts.join('')}`
  return page.replaceAll(modulePattern, '').replace(template(''), () => filled.trimEnd())
}

/** Builds the shells of all first views, and the shell without a view. */
async function buildShells(): Promise<Map<ShellView, Shell>> {
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const renderer = (await server.ssrLoadModule(rendererFile)) as Renderer
    const { modelsAtFirst } = (await server.ssrLoadModule(modelsFile)) as {
      modelsAtFirst: ModelList
    }
    await renderer.prepareShell()
    const pages = renderPages(renderer, modelsAtFirst)
    const shells = [...pages].map(
      async ([view, page]) => [view, await buildShell(view, page)] as const,
    )
    return new Map(await Promise.all(shells))
  } finally {
    await server.close()
  }
}

type RenderedPage = { html: string; texts: ShellTexts }

/** Renders all shells in English, with their texts in all languages. */
function renderPages(
  { renderShell, setShellLanguage, translate }: Renderer,
  models: ModelList,
): ReadonlyMap<ShellView, RenderedPage> {
  const greetings = setShellLanguage('en', {})
  const pages = new Map<ShellView, RenderedPage>()
  for (const view of [undefined, ...firstViews]) {
    const html = renderShell(view, models).replace('<div', '<div inert aria-hidden="true"')
    const en = listTexts(html).map((text) => (greetings.includes(text) ? greetings : text))
    pages.set(view, { html, texts: { en } })
  }
  for (const language of readdirSync(messageFolder)) {
    const messages = readMessages(language)
    const ownGreetings = setShellLanguage(language, messages)
    const keys = new Map(Object.keys(messages).map((key) => [withoutNote(key), key]))
    for (const [view, { html, texts }] of pages) {
      const rendered = listTexts(renderShell(view, models))
      // Texts of constants are still English.
      texts[language] = listTexts(html).map((english, at) =>
        greetings.includes(english)
          ? ownGreetings
          : rendered[at] === english
            ? translate(keys.get(english) ?? english)
            : (rendered[at] ?? english),
      )
    }
  }
  return pages
}

const listTexts = (html: string): string[] =>
  [...html.matchAll(/>([^<]+)(?=<)/g)].map(([, text = '']) => unescapeHtml(text))

async function buildShell(view: ShellView, { html, texts }: RenderedPage): Promise<Shell> {
  const code = await buildScript(script, {
    format: 'iife',
    name: 'bozzettoShell',
    define: {
      bozzettoView: JSON.stringify(view) ?? 'undefined',
      bozzettoShellTexts: JSON.stringify(texts),
    },
  })
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8)
  return { html, code, fileName: `assets/show-shell-${hash}.js` }
}

/** Message files with the texts of first views. The last one has precedence. */
const areas = ['server', 'library', 'studio', 'app']

const readMessages = (language: string): Record<string, string> =>
  Object.assign(
    {},
    ...areas.map((area) =>
      JSON.parse(readFileSync(path.join(messageFolder, language, `${area}.json`), 'utf8')),
    ),
  ) as Record<string, string>
