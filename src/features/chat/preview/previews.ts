import type { Turn } from '../messages/thread.ts'

/** What stands in a fence and can be shown as a page. */
export type Preview = { kind: 'html' | 'svg' | 'mermaid'; code: string }

/** The kind of page that a fence of this language holds, if it holds one. */
export const previewKindOf = (language: string): Preview['kind'] | undefined =>
  /^html?$/i.test(language)
    ? 'html'
    : /^svg$/i.test(language)
      ? 'svg'
      : /^mermaid$/i.test(language)
        ? 'mermaid'
        : undefined

/** Fences of whole lines; the one that closes has at least as many backticks. */
const fence = /^(`{3,})(html?|svg|mermaid)[^\n`]*\n([^]*?)\n\1`*[ \t]*$/gim

/** All versions of a page in the answers of a chat, the oldest first, each once. */
export function versionsIn(turns: readonly Turn[], kind: Preview['kind']): string[] {
  const found = turns.flatMap(({ message }) =>
    message.role === 'assistant'
      ? [...message.text.matchAll(fence)].flatMap(([, , language = '', code = '']) =>
          previewKindOf(language) === kind ? [code] : [],
        )
      : [],
  )
  return [...new Set(found)]
}

/** What it is saved as. */
export const fileNameOf = ({ kind }: Preview): string =>
  kind === 'mermaid' ? 'diagram.mmd' : `page.${kind}`

/** A whole document that shows a page, or a picture. */
export const documentOf = ({ kind, code }: { kind: 'html' | 'svg'; code: string }): string =>
  kind === 'html'
    ? code
    : `<!doctype html><meta charset="utf-8"><style>html,body{height:100%;margin:0}body{display:grid;grid:minmax(0,1fr)/minmax(0,1fr);place-items:center}svg{max-width:100%;max-height:100%}</style>${code}`
