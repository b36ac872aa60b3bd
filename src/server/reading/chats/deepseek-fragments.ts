import { asList, asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { joinMessagePieces, toSource, type ForeignPiece, type ForeignSaid } from './foreign-said.ts'

/**
 * Reads a message of DeepSeek, whose content is in fragments. The tree of messages has ChatGPT's
 * form.
 */
export function readFragments({ fragments, model }: Fields): ForeignSaid {
  const list = asList(fragments).filter(isRecord)
  const isUser = list.some(({ type }) => type === 'REQUEST')
  const pieces = list.map(readFragment)
  const name = asString(model)
  return {
    role: isUser ? 'user' : 'assistant',
    ...joinMessagePieces(isUser || name === '' ? pieces : [...pieces, { modelName: name }]),
  }
}

function readFragment({ type, content, results }: Fields): ForeignPiece {
  const text = asString(content)
  if (type === 'THINK') return { reasoning: text }
  const sources = asList(results)
    .map(asRecord)
    .flatMap(({ title, url, snippet }) =>
      toSource(asString(title), asString(url), asString(snippet)),
    )
  if (text || sources.length > 0) return { text, sources }
  return { gaps: [`Content of the type “${asString(type).slice(0, 60) || 'none'}”.`] }
}
