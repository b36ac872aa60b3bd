import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer, type Plugin } from 'vite'
import { buildScript } from './build-script.ts'

const renderer = fileURLToPath(new URL('../../app/shell/render-shell.tsx', import.meta.url))
const script = fileURLToPath(new URL('../../app/shell/show-shell.ts', import.meta.url))
const messageFolder = fileURLToPath(new URL('../../languages/messages', import.meta.url))

type Shell = { html: string; code: string; fileName: string }

/**
 * Puts the shell of the page into `index.html`, so that the browser paints the navigation before
 * the app is loaded. The shell is rendered by the app's own components.
 */
export function pageShell(): Plugin {
  let shell: Promise<Shell> | undefined
  return {
    name: 'bozzetto-page-shell',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      const { code, fileName } = await (shell ??= buildShell())
      this.emitFile({ type: 'asset', fileName, source: code })
    },
    transformIndexHtml: {
      order: 'post',
      async handler(page) {
        const { html, fileName } = await (shell ??= buildShell())
        const filled = `${template(html)}\n    <script src="/${fileName}"></script>`
        return (
          page
            // The app is painted after the shell, so its files come after those of the shell.
            .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
            .replace(template(''), () => filled)
        )
      },
    },
  }
}

const template = (html: string) => `<template id="shell">${html}</template>`

async function buildShell(): Promise<Shell> {
  const html = (await renderShell()).replace('<div', '<div inert aria-hidden="true"')
  const texts = [...html.matchAll(/>([^<]+)</g)].map(([, text = '']) => text)
  const code = await buildScript(script, {
    format: 'iife',
    name: 'bozzettoShell',
    define: { bozzettoShellTexts: JSON.stringify(readTexts(texts)) },
  })
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8)
  return { html, code, fileName: `assets/show-shell-${hash}.js` }
}

async function renderShell(): Promise<string> {
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const module = await server.ssrLoadModule(renderer)
    const render = module['renderShell'] as () => string
    return render()
  } finally {
    await server.close()
  }
}

/** Returns the translations of the English texts by language. */
function readTexts(texts: readonly string[]): Record<string, Record<string, string>> {
  const found = readdirSync(messageFolder).map((language) => {
    const file = path.join(messageFolder, language, 'app.json')
    const messages = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as object))
    return [language, Object.fromEntries(texts.map((text) => [text, messages.get(text) ?? text]))]
  })
  return Object.fromEntries(found)
}
