import type { ForeignPiece } from './foreign-said.ts'
import { toFence } from './code-fence.ts'

/** A document that a model wrote beside its answer: an artifact or a canvas. */
export type MadeDocument = { id: string; title: string; language: string; content: string }

const endings: ReadonlyMap<string, string> = new Map([
  ['markdown', 'md'],
  ['html', 'html'],
  ['svg', 'svg'],
  ['mermaid', 'mmd'],
  ['jsx', 'jsx'],
  ['tsx', 'tsx'],
  ['python', 'py'],
  ['javascript', 'js'],
  ['typescript', 'ts'],
  ['json', 'json'],
  ['css', 'css'],
  ['java', 'java'],
  ['cpp', 'cpp'],
  ['c', 'c'],
  ['csharp', 'cs'],
  ['go', 'go'],
  ['rust', 'rs'],
  ['ruby', 'rb'],
  ['php', 'php'],
  ['sql', 'sql'],
  ['bash', 'sh'],
  ['shell', 'sh'],
  ['csv', 'csv'],
  ['xml', 'xml'],
  ['yaml', 'yaml'],
])

const languages: ReadonlyMap<string, string> = new Map([
  ['document', 'markdown'],
  ['text/markdown', 'markdown'],
  ['text/html', 'html'],
  ['code/html', 'html'],
  ['image/svg+xml', 'svg'],
  ['application/vnd.ant.mermaid', 'mermaid'],
  ['application/vnd.ant.react', 'jsx'],
  ['code/react', 'jsx'],
])

/** @param type MIME type, or the type of a canvas such as `code/python`. */
export const toLanguage = (type: string, language = ''): string =>
  languages.get(type) ?? (language || /^code\/([\w+#-]+)$/.exec(type)?.[1] || '').toLowerCase()

/**
 * Converts a document of an imported chat to a code block and an attached file. A later version of
 * the document replaces the file.
 */
export function showDocument({ id, title, language, content }: MadeDocument): ForeignPiece {
  const name = title || 'Document'
  const ending = endings.get(language) ?? (language ? 'txt' : 'md')
  const fileName = /\.\w{1,8}$/.test(name) ? name : `${name}.${ending}`
  return {
    text: `**${name.replaceAll(/[\n*]/g, ' ')}**\n\n${toFence(content, language)}`,
    files:
      content === '' ? [] : [{ name: fileName, ids: [], text: content, key: `document ${id}` }],
  }
}

/** Maximum length of all versions of documents in one conversation, in UTF-16 units. */
const versionsLengthMax = 8_000_000

/**
 * Limits the total length of versions, because each change of a document repeats the whole
 * document.
 * @returns a function that leaves out versions beyond the limit and adds a sentence about the
 * limit.
 */
export function limitVersions(): (piece: ForeignPiece) => ForeignPiece {
  let length = 0
  return (piece) => {
    if (!piece.files?.some(({ key }) => key?.startsWith('document '))) return piece
    length += piece.text?.length ?? 0
    if (length <= versionsLengthMax) return piece
    return { gaps: ['Later versions of documents, which are very long in all.'] }
  }
}
