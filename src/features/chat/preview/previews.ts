import { withBase } from '#lib/base-path.ts'
import type { Preview } from '../preview-kinds/preview-kinds.ts'
import { createScenePage, withLocalThree } from './three-pages.ts'

/**
 * A complete HTML document. `scripts` is `own` for scripts of this app and `foreign` for scripts
 * from the model.
 */
export type PreviewDocument = { markup: string; scripts: 'none' | 'own' | 'foreign' }

export function createPreviewDocument({ kind, code }: Preview): PreviewDocument {
  if (kind === 'jsx' || kind === 'tsx') return { markup: createReactPage(code), scripts: 'foreign' }
  if (kind === 'gltf' || kind === 'obj' || kind === 'stl') {
    return { markup: createScenePage(kind, code), scripts: 'own' }
  }
  const markup = kind === 'html' ? withLocalTailwind(withLocalThree(code)) : pictureStart + code
  return { markup, scripts: mayRun.test(code) ? 'foreign' : 'none' }
}

/** Matches the URLs from which pages without a build step load Tailwind. */
const tailwindAddress =
  /(["'])https?:\/\/(?:cdn\.tailwindcss\.com|(?:cdn\.jsdelivr\.net\/npm|unpkg\.com)\/@tailwindcss\/browser)[^"'\s<>]{0,200}\1/g

const withLocalTailwind = (html: string): string =>
  html.replaceAll(
    tailwindAddress,
    (_, quote: string) => quote + withBase('/preview/lib/tailwind.js') + quote,
  )

/**
 * Matches scripts, inline handlers and `javascript:` URLs. A false match does no harm: a page
 * without scripts then gets permission to run scripts.
 */
const mayRun = /<script|\son\w+\s*=|["'/]on\w+\s*=|javascript:/i

const pictureStart = `<!doctype html><meta charset="utf-8"><style>html,body{height:100%;margin:0}body{display:grid;grid:minmax(0,1fr)/minmax(0,1fr);place-items:center}svg{max-width:100%;max-height:100%}</style>`

/** Paths of scripts on this server. The preview frame may load no other files. */
const reactPath = withBase('/preview/lib/react.js')
const tailwindPath = withBase('/preview/lib/tailwind.js')

/** Creates a page that compiles and renders a React component, with Tailwind for its classes. */
const createReactPage = (code: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Component</title>
<style>body { margin: 0; font: 16px/1.5 system-ui, sans-serif }</style>
${/\bclass(?:Name)?=/.test(code) ? `<script crossorigin src="${tailwindPath}"></script>` : ''}
<div id="root"></div>
<script type="application/json" id="source">${JSON.stringify(code).replaceAll('<', String.raw`\u003c`)}</script>
<script crossorigin src="${reactPath}"></script>
</html>
`
