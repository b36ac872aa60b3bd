import type { Source } from '#contract/chat/chat.ts'
import { asList, asRecord, asString, asTexts, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { fileAt } from './data-url.ts'
import type { Dialect } from './dialect.ts'
import type { ForeignFile } from './foreign-conversation.ts'
import { parseMoment } from './foreign-moment.ts'
import {
  joinMessagePieces,
  toArguments,
  toResultText,
  toSource,
  toToolName,
  type ForeignPiece,
} from './foreign-said.ts'
import { toForeignTree, type ForeignNode } from './foreign-tree.ts'

/** LibreChat's JSON export: one conversation with its messages as a list or nested. */
export const libreChat: Dialect = {
  source: 'librechat',
  mark: 'conversationId',
  idIn: (from) => asString(from['conversationId']),
  titleIn: (from) => asString(from['title']),
  toConversation(from, id) {
    const options = asRecord(from['options'])
    const model = asString(options['model']) || asString(from['model'])
    const nested = asList(from['messagesTree'])
    const { nodes, lost } = readNodes(nested.length > 0 ? nested : asList(from['messages']))
    const dates = nodes.flatMap(({ at }) => at?.getTime() ?? [])
    const earliest = dates.reduce((min, at) => Math.min(min, at), Infinity)
    const createdAt =
      dates.length > 0 ? new Date(earliest) : (parseMoment(from['createdAt']) ?? new Date(0))
    const tree = toForeignTree(nodes, {
      conversationId: id,
      createdAt,
      modelName:
        model || asString(options['endpoint']) || asString(from['endpoint']) || 'LibreChat',
    })
    const prompt = asString(options['promptPrefix']) || asString(options['system'])
    const newest = tree.messages.reduce((max, at) => Math.max(max, at.createdAt.getTime()), 0)
    const tags = asTexts(from['tags'])
    return {
      modelId: model || undefined,
      isPinned: false,
      isArchived: from['isArchived'] === true,
      ...(prompt && { settings: { systemPrompt: prompt.slice(0, 64_000) } }),
      createdAt,
      updatedAt: newest > 0 ? new Date(newest) : createdAt,
      messages: tree.messages,
      gaps: [
        ...tree.gaps,
        ...(lost > 0 ? [`${lost} messages of an unknown format.`] : []),
        ...(tags.length > 0 ? [`Its tags: ${tags.join(', ')}.`] : []),
      ],
      unreadable: 'messages',
    }
  },
}

function readNodes(messages: readonly unknown[]): { nodes: ForeignNode[]; lost: number } {
  const nodes: ForeignNode[] = []
  const known = new Set<string>()
  let lost = 0
  const waiting: { value: unknown; parentId?: string }[] = messages
    .map((value) => ({ value }))
    .toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const message = next.value
    if (!isRecord(message)) {
      lost++
      continue
    }
    const own = asString(message['messageId']) || asString(message['id'])
    const id = own === '' || known.has(own) ? `${own}#${nodes.length}` : own
    known.add(id)
    const above = asString(message['parentMessageId'])
    const isListed = !Object.hasOwn(message, 'parentMessageId') && next.parentId === undefined
    const parentId = isListed ? nodes.at(-1)?.id : (next.parentId ?? above)
    nodes.push({
      id,
      parentId,
      said: readMessage(message),
      at: parseMoment(message['createdAt']) ?? parseMoment(message['updatedAt']),
    })
    for (const value of asList(message['children']).toReversed()) {
      waiting.push({ value, parentId: id })
    }
  }
  return { nodes, lost }
}

function readMessage(message: Fields) {
  const sender = asString(message['sender'])
  const isUser =
    typeof message['isCreatedByUser'] === 'boolean'
      ? message['isCreatedByUser']
      : /^user$/i.test(sender)
  const role = isUser ? ('user' as const) : ('assistant' as const)
  const pieces = asList(message['content']).map((part) =>
    typeof part === 'string' ? { text: part } : readPart(asRecord(part)),
  )
  const hasText = pieces.some(({ text, failure }) => text || failure)
  const whole = asString(message['text']) || asString(message['content'])
  const isFailed = message['error'] === true
  if (!hasText) pieces.push(isFailed ? { failure: whole || 'The answer failed.' } : { text: whole })
  for (const plugin of [message['plugin'], ...asList(message['plugins'])].filter(isRecord)) {
    pieces.push(readPlugin(plugin))
  }
  pieces.push({
    files: [...asList(message['files']), ...asList(message['attachments'])]
      .filter(isRecord)
      .filter((file) => !isRecord(file['web_search']) && !isRecord(file['file_search']))
      .map(toFile),
    sources: asList(message['attachments']).flatMap(readFoundPages),
    ...(!isUser && { modelName: asString(message['model']) || undefined }),
  })
  const urls = asTexts(message['image_urls'])
  pieces.push({ files: urls.map((url) => fileAt(url, { mimeType: 'image/*' })) })
  return { role, ...joinMessagePieces(pieces) }
}

function readPart(part: Fields): ForeignPiece {
  const type = asString(part['type'])
  const value = ownValue(part, type)
  const text = asString(value) || asString(asRecord(value)['value'])
  switch (type) {
    case 'text':
      return { text }
    case 'think':
    case 'reasoning':
      return { reasoning: text || asString(part['text']) }
    case 'error':
      return { failure: text || asString(part['text']) || 'The answer failed.' }
    case 'tool_call': {
      const call = asRecord(value)
      const made = asRecord(call['function'])
      const output = call['output'] ?? made['output']
      return {
        calls: [
          {
            name: toToolName(
              asString(call['name']) || asString(made['name']) || asString(call['type']),
            ),
            arguments: toArguments(call['args'] ?? made['arguments'] ?? call['code_interpreter']),
            ...(output !== undefined && output !== null && { result: toResultText(output) }),
            at: 0,
          },
        ],
      }
    }
    case 'image_file':
      return { files: [toFile({ type: 'image/*', ...asRecord(value) })] }
    case 'image_url': {
      const url = text || asString(asRecord(value)['url'])
      return { files: url ? [fileAt(url, { mimeType: 'image/*' })] : [] }
    }
    case 'agent_update':
      return {}
    default: {
      const words = text || asString(part['text'])
      return words
        ? { text: words }
        : { gaps: [`Content of the unknown type “${type.slice(0, 60)}”.`] }
    }
  }
}

function readPlugin(plugin: Fields): ForeignPiece {
  const inputs = asList(plugin['inputs']).filter(isRecord)
  const calls = inputs.map((input) => ({
    name: toToolName(asString(input['plugin']) || asString(plugin['latest']) || 'plugin'),
    arguments: toArguments(input['input'] ?? input['inputStr']),
    at: 0,
  }))
  const output = asString(plugin['outputs'])
  return calls.length === 0 ? {} : { calls: calls.map((call) => ({ ...call, result: output })) }
}

function toFile(from: Fields): ForeignFile {
  const name = asString(from['filename']) || asString(from['name'])
  const mimeType = asString(from['type']).includes('/') ? asString(from['type']) : undefined
  const isPicture =
    mimeType === undefined && from['width'] !== undefined && from['height'] !== undefined
  const file = fileAt(asString(from['filepath']) || asString(from['url']), {
    name,
    mimeType: isPicture ? 'image/*' : mimeType,
  })
  const text = asString(from['text'])
  return {
    ...file,
    ids: [...new Set([asString(from['file_id']), ...file.ids])].filter(Boolean),
    ...(text && { text }),
  }
}

function readFoundPages(attachment: unknown): Source[] {
  const search = asRecord(asRecord(attachment)['web_search'])
  const found = asRecord(asRecord(attachment)['file_search'])
  return [
    ...asList(search['organic']),
    ...asList(search['topStories']),
    ...asList(found['sources']),
  ]
    .filter(isRecord)
    .flatMap((page) =>
      toSource(
        asString(page['title']) || asString(page['fileName']),
        asString(page['link']) || asString(page['url']),
        asString(page['snippet']) || asString(page['content']),
      ),
    )
}
