import type { Turn } from '../messages/thread.ts'
import { createScenePage, withLocalThree, type ModelKind } from './three-pages.ts'

export type Preview = { kind: 'html' | 'svg' | 'mermaid' | ModelKind; code: string }

/** A glTF file always has an `asset`. */
const isModel = (code: string): boolean =>
  code.includes('"asset"') && code.includes('"meshes"') && code.includes('"accessors"')

const kinds: Record<string, Preview['kind']> = {
  html: 'html',
  htm: 'html',
  svg: 'svg',
  mermaid: 'mermaid',
  gltf: 'gltf',
  obj: 'obj',
  stl: 'stl',
}

/**
 * Returns the kind of preview for a code block, or undefined if it cannot be previewed.
 * @param code returns the source. Called only if the language does not decide the kind.
 */
export function getPreviewKind(language: string, code: () => string): Preview['kind'] | undefined {
  const name = language.toLowerCase()
  if (name === 'json') return isModel(code()) ? 'gltf' : undefined
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined
}

/**
 * Matches fenced code blocks. The closing fence has at least as many backticks as the opening
 * fence.
 */
const fence = /^(`{3,})(html?|svg|mermaid|gltf|obj|stl|json)[^\n`]*\n([^]*?)\n\1`*[ \t]*$/gim

export function findPreviewVersions(turns: readonly Turn[], kind: Preview['kind']): string[] {
  const found = turns.flatMap(({ message }) =>
    message.role === 'assistant'
      ? [...message.text.matchAll(fence)].flatMap(([, , language = '', code = '']) =>
          getPreviewKind(language, () => code) === kind ? [code] : [],
        )
      : [],
  )
  return [...new Set(found)]
}

export const getPreviewFileName = ({ kind }: Preview): string => fileNames[kind] ?? `model.${kind}`

const fileNames: Partial<Record<Preview['kind'], string>> = {
  html: 'page.html',
  svg: 'page.svg',
  mermaid: 'diagram.mmd',
}

/**
 * A complete HTML document. `scripts` tells where its scripts come from: `own` from this app,
 * `foreign` from the model.
 */
export type PreviewDocument = { markup: string; scripts: 'none' | 'own' | 'foreign' }

export function createPreviewDocument({
  kind,
  code,
}: {
  kind: Exclude<Preview['kind'], 'mermaid'>
  code: string
}): PreviewDocument {
  if (kind !== 'html' && kind !== 'svg')
    return { markup: createScenePage(kind, code), scripts: 'own' }
  const markup = kind === 'html' ? withLocalThree(code) : pictureStart + code
  return { markup, scripts: mayRun.test(code) ? 'foreign' : 'none' }
}

/**
 * Matches scripts, inline handlers and `javascript:` addresses. A false match does no harm: it only
 * allows scripts.
 */
const mayRun = /<script|\son\w+\s*=|["'/]on\w+\s*=|javascript:/i

const pictureStart = `<!doctype html><meta charset="utf-8"><style>html,body{height:100%;margin:0}body{display:grid;grid:minmax(0,1fr)/minmax(0,1fr);place-items:center}svg{max-width:100%;max-height:100%}</style>`
