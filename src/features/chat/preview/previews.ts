import type { Turn } from '../messages/thread.ts'
import { sceneOf, withThree } from './three-pages.ts'

/** What stands in a fence and can be shown as a page. */
export type Preview = { kind: 'html' | 'svg' | 'mermaid' | 'gltf'; code: string }

/** Models as they are written out: a glTF file says so in its `asset`. */
const isModel = (code: string): boolean =>
  code.includes('"asset"') && code.includes('"meshes"') && code.includes('"accessors"')

/**
 * The kind of page that a fence of this language holds, if it holds one.
 *
 * @param code is asked for only where the language does not say.
 */
export const previewKindOf = (language: string, code: () => string): Preview['kind'] | undefined =>
  /^html?$/i.test(language)
    ? 'html'
    : /^svg$/i.test(language)
      ? 'svg'
      : /^mermaid$/i.test(language)
        ? 'mermaid'
        : /^gltf$/i.test(language) || (/^json$/i.test(language) && isModel(code()))
          ? 'gltf'
          : undefined

/** Fences of whole lines; the one that closes has at least as many backticks. */
const fence = /^(`{3,})(html?|svg|mermaid|gltf|json)[^\n`]*\n([^]*?)\n\1`*[ \t]*$/gim

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

/** What it is saved as. */
export const fileNameOf = ({ kind }: Preview): string =>
  kind === 'mermaid' ? 'diagram.mmd' : kind === 'gltf' ? 'model.gltf' : `page.${kind}`

/** A whole document that shows a page, or a picture. */
export const documentOf = ({
  kind,
  code,
}: {
  kind: 'html' | 'svg' | 'gltf'
  code: string
}): string =>
  kind === 'html'
    ? withThree(code)
    : kind === 'gltf'
      ? sceneOf(code)
      : `<!doctype html><meta charset="utf-8"><style>html,body{height:100%;margin:0}body{display:grid;grid:minmax(0,1fr)/minmax(0,1fr);place-items:center}svg{max-width:100%;max-height:100%}</style>${code}`
