import type { Turn } from '../messages/thread.ts'
import { sceneOf, withThree, type ModelKind } from './three-pages.ts'

/** A code block that can be shown as a page. */
export type Preview = { kind: 'html' | 'svg' | 'mermaid' | ModelKind; code: string }

/** Recognizes a glTF file by its required `asset`. */
const isModel = (code: string): boolean =>
  code.includes('"asset"') && code.includes('"meshes"') && code.includes('"accessors"')

/** By language of a code block. */
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
 * The kind of page that a fence of this language holds, if it holds one.
 *
 * @param code is asked for only where the language does not say.
 */
export function previewKindOf(language: string, code: () => string): Preview['kind'] | undefined {
  const name = language.toLowerCase()
  if (name === 'json') return isModel(code()) ? 'gltf' : undefined
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined
}

/** Fences of whole lines; the one that closes has at least as many backticks. */
const fence = /^(`{3,})(html?|svg|mermaid|gltf|obj|stl|json)[^\n`]*\n([^]*?)\n\1`*[ \t]*$/gim

/** All versions of a page in the answers of a chat, the oldest first, each once. */
export function versionsIn(turns: readonly Turn[], kind: Preview['kind']): string[] {
  const found = turns.flatMap(({ message }) =>
    message.role === 'assistant'
      ? [...message.text.matchAll(fence)].flatMap(([, , language = '', code = '']) =>
          previewKindOf(language, () => code) === kind ? [code] : [],
        )
      : [],
  )
  return [...new Set(found)]
}

/** Returns the name of the download. */
export const fileNameOf = ({ kind }: Preview): string => fileNames[kind] ?? `model.${kind}`

const fileNames: Partial<Record<Preview['kind'], string>> = {
  html: 'page.html',
  svg: 'page.svg',
  mermaid: 'diagram.mmd',
}

/** A whole document. `scripts`: `own` are those of this app, which it runs itself; `foreign` are the model's. */
export type PreviewDocument = { markup: string; scripts: 'none' | 'own' | 'foreign' }

/** Returns a whole document that shows a page, a picture or a model. */
export function documentOf({
  kind,
  code,
}: {
  kind: Exclude<Preview['kind'], 'mermaid'>
  code: string
}): PreviewDocument {
  if (kind !== 'html' && kind !== 'svg') return { markup: sceneOf(kind, code), scripts: 'own' }
  const markup = kind === 'html' ? withThree(code) : pictureStart + code
  return { markup, scripts: mayRun.test(code) ? 'foreign' : 'none' }
}

/** Finds scripts, inline handlers and `javascript:` addresses; a false match only turns scripts on. */
const mayRun = /<script|\son\w+\s*=|["'/]on\w+\s*=|javascript:/i

const pictureStart = `<!doctype html><meta charset="utf-8"><style>html,body{height:100%;margin:0}body{display:grid;grid:minmax(0,1fr)/minmax(0,1fr);place-items:center}svg{max-width:100%;max-height:100%}</style>`
