import { asList, asRecord, asString, asTexts, isRecord, type Fields } from '#lib/fields.ts'
import type { Dialect } from './dialect.ts'
import { parseMoment } from './foreign-moment.ts'
import { joinMessagePieces, type ForeignPiece } from './foreign-said.ts'
import { toForeignTree, type ForeignNode } from './foreign-tree.ts'
import { toRole } from './roles.ts'

/**
 * Reads a list of messages with a role and a text: the requests of chat APIs (`messages`), and
 * Grok's export (`responses`).
 */
const createDialect = (mark: 'messages' | 'responses'): Dialect => ({
  source: 'other',
  mark,
  idIn: (from) => asString(getAbout(from)['id']),
  titleIn: (from) => asString(getAbout(from)['title']),
  toConversation(from, id) {
    const about = getAbout(from)
    const list = asList(mark === 'messages' ? from['messages'] : from['responses'])
    const messages = list.filter(isRecord).map((one) => {
      const inner = one['response'] ?? one['message']
      return isRecord(inner) ? inner : one
    })
    const model = asString(about['model'])
    const createdAt = parseMoment(about['create_time'] ?? about['created_at']) ?? new Date(0)
    const systemPrompt = messages.filter(isSystem).map(getText).join('\n\n')
    const tree = toForeignTree(readNodes(messages.filter((one) => !isSystem(one))), {
      conversationId: id,
      createdAt,
      modelName: model || 'Model',
    })
    const lost = list.length - messages.length
    return {
      modelId: model || undefined,
      folder: asString(about['folder']) || undefined,
      isPinned: false,
      isArchived: false,
      ...(systemPrompt && { settings: { systemPrompt: systemPrompt.slice(0, 64_000) } }),
      createdAt,
      updatedAt: parseMoment(about['modify_time'] ?? about['updated_at']) ?? createdAt,
      messages: tree.messages,
      gaps: [...tree.gaps, ...(lost > 0 ? [`${lost} messages of an unknown format.`] : [])],
      unreadable: mark,
    }
  },
})

export const plainMessages: readonly Dialect[] = [
  createDialect('messages'),
  createDialect('responses'),
]

const getAbout = (from: Fields): Fields =>
  isRecord(from['conversation']) ? from['conversation'] : from

const getRole = (message: Fields): string =>
  asString(message['role']) || asString(asRecord(message['author'])['role'])

const isSystem = (message: Fields): boolean => /^(?:system|developer)$/.test(getRole(message))

function readNodes(messages: readonly Fields[]): ForeignNode[] {
  const nodes: ForeignNode[] = []
  for (const [index, message] of messages.entries()) {
    const pieces = readPieces(message)
    const model = asString(message['model'])
    nodes.push({
      id: String(index),
      parentId: nodes.at(-1)?.id,
      said: {
        role: toRole(getRole(message) || asString(message['sender'])),
        ...joinMessagePieces([
          ...pieces,
          model === '' ? {} : { modelName: model },
          { gaps: asTexts(message['gaps']) },
        ]),
      },
      at: parseMoment(message['create_time'] ?? message['created_at']),
    })
  }
  return nodes
}

const getText = (message: Fields): string =>
  readPieces(message)
    .map(({ text = '' }) => text)
    .join('\n\n')

function readPieces(message: Fields): ForeignPiece[] {
  const { content, text, message: said, reasoning_content: reasoning } = message
  const parts = isRecord(content) ? asList(content['parts']) : asList(content)
  const whole = asString(content) || asString(text) || asString(said)
  return [
    ...(asString(reasoning) ? [{ reasoning: asString(reasoning) }] : []),
    ...(whole ? [{ text: whole }] : parts.map(readPart)),
  ]
}

function readPart(part: unknown): ForeignPiece {
  if (typeof part === 'string') return { text: part }
  const { type, text } = asRecord(part)
  const words = asString(text) || asString(asRecord(text)['value'])
  if (words) return /reason|think/.test(asString(type)) ? { reasoning: words } : { text: words }
  return { gaps: [`Content of the type “${(asString(type) || 'none').slice(0, 60)}”.`] }
}
