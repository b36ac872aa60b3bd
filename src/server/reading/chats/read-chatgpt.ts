import { asList, asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { readCanvas, type CanvasDocument } from './chatgpt-canvas.ts'
import { citedSources, readChatGptContent } from './chatgpt-content.ts'
import { listAttachedFiles } from './chatgpt-files.ts'
import { withoutMarks } from './chatgpt-marks.ts'
import { readFragments } from './deepseek-fragments.ts'
import type { Dialect } from './dialect.ts'
import { limitVersions } from './made-document.ts'
import { parseMoment } from './foreign-moment.ts'
import { toArguments, toToolName, type ForeignPiece, type ForeignSaid } from './foreign-said.ts'
import { joinTexts, toForeignTree, type ForeignNode } from './foreign-tree.ts'

/**
 * ChatGPT's `conversations.json`, in which each conversation is a tree of nodes. Some nodes are
 * hidden.
 */
export const chatGpt: Dialect = {
  source: 'chatgpt',
  mark: 'mapping',
  idIn: (from) => asString(from['conversation_id']) || asString(from['id']),
  titleIn: (from) => asString(from['title']),
  toConversation(from, id) {
    const mapping = listNodes(from['mapping'])
    const createdAt = parseMoment(from['create_time'] ?? from['inserted_at']) ?? new Date(0)
    const reading = readNodes(mapping)
    const slug = reading.modelName ?? asString(from['default_model_slug'])
    const tree = toForeignTree(reading.nodes, {
      conversationId: id,
      createdAt,
      modelName: slug || 'ChatGPT',
      isJoined: true,
    })
    const { systemPrompt } = reading
    const isInProject = asString(from['gizmo_id']).startsWith('g-p-')
    return {
      modelId: slug || undefined,
      leafId: tree.idShown(asString(from['current_node'])),
      isPinned: from['is_starred'] === true || parseMoment(from['pinned_time']) !== undefined,
      isArchived: from['is_archived'] === true,
      ...(systemPrompt && { settings: { systemPrompt: systemPrompt.slice(0, 64_000) } }),
      createdAt,
      updatedAt: parseMoment(from['update_time'] ?? from['updated_at']) ?? createdAt,
      messages: tree.messages,
      gaps: [
        ...reading.gaps,
        ...tree.gaps,
        ...(isInProject ? ['Its project. The export does not contain the name.'] : []),
      ],
      unreadable: reading.unreadable,
    }
  },
}

/** Returns the nodes by id. Some tools write the nodes as a list. */
function listNodes(mapping: unknown): [string, unknown][] {
  if (isRecord(mapping)) return Object.entries(mapping)
  return asList(mapping).map((node, index) => [asString(asRecord(node)['id']) || `#${index}`, node])
}

type Reading = {
  nodes: ForeignNode[]
  modelName?: string | undefined
  systemPrompt?: string | undefined
  gaps: string[]
  unreadable?: string | undefined
  limit: (piece: ForeignPiece) => ForeignPiece
}

function readNodes(mapping: readonly [string, unknown][]): Reading {
  const reading: Reading = { nodes: [], gaps: [], limit: limitVersions() }
  const canvases = new Map<string, CanvasDocument>()
  let unreadable = 0
  for (const [key, value] of mapping) {
    const message = asRecord(value)['message']
    if (!isRecord(value) || (message !== null && message !== undefined && !isRecord(message))) {
      unreadable++
      reading.unreadable ??= `mapping.${key}`
      continue
    }
    const parentId = asString(value['parent']) || undefined
    const node: ForeignNode = { id: key, parentId }
    if (message) {
      node.at = parseMoment(message['create_time'] ?? message['inserted_at'])
      if (Object.hasOwn(message, 'fragments')) {
        node.said = readFragments(message)
        reading.modelName = node.said.modelName ?? reading.modelName
        reading.nodes.push(node)
        continue
      }
      const canvas = canvases.get(parentId ?? '')
      const read = readMessage(message, { key, canvas, reading })
      canvases.set(key, read.canvas)
      node.said = read.said
      const slug = asString(asRecord(message['metadata'])['model_slug'])
      if (slug) reading.modelName = slug
    }
    reading.nodes.push(node)
  }
  if (unreadable > 0) reading.gaps.push(`${unreadable} messages of an unknown format.`)
  return reading
}

type ReadMessage = { said?: ForeignSaid | undefined; canvas: CanvasDocument }

function readMessage(
  message: Fields,
  { key, canvas, reading }: { key: string; canvas: CanvasDocument; reading: Reading },
): ReadMessage {
  const metadata = asRecord(message['metadata'])
  const author = asRecord(message['author'])
  const role = asString(author['role'])
  const type = asString(asRecord(message['content'])['content_type'])
  if (type.endsWith('_editable_context')) {
    readContext(message, reading)
    return { canvas }
  }
  const attachments = listAttachedFiles(metadata)
  const content = readChatGptContent(message['content'], attachments)
  const isHidden = metadata['is_visually_hidden_from_conversation'] === true
  if (isHidden || role === 'system' || role === 'developer') {
    if (content.text) reading.gaps.push('Notes of ChatGPT that its page does not show.')
    return { canvas }
  }
  if (role === 'user') return { said: { role, ...withAttachments(content, attachments) }, canvas }
  const shared: ForeignPiece = {
    modelName: asString(metadata['model_slug']) || undefined,
    finishReason: finishReasonIn(metadata),
    sources: [...(content.sources ?? []), ...citedSources(metadata)],
  }
  if (role === 'tool') return { said: toToolResult(content, author, shared), canvas }
  const recipient = asString(message['recipient']) || 'all'
  if (recipient !== 'all') {
    const text = rawText(message['content'])
    if (recipient.startsWith('canmore')) {
      const read = readCanvas({ recipient, text, id: canvas?.id ?? key }, canvas)
      return {
        said: { role: 'assistant', ...shared, ...reading.limit(read.piece) },
        canvas: read.canvas,
      }
    }
    const field = /^python|^container/.test(recipient) ? 'code' : 'input'
    const call = { name: toToolName(recipient), arguments: toArguments(text, field), at: 0 }
    const rest = { ...content, text: '' }
    return { said: { role: 'assistant', ...rest, ...shared, calls: [call] }, canvas }
  }
  const text = withoutMarks(content.text ?? '', metadata['content_references'])
  const isUnknown = role !== 'assistant' && text !== ''
  return {
    said: {
      role: 'assistant',
      ...withAttachments({ ...content, text }, attachments),
      ...shared,
      gaps: [
        ...(content.gaps ?? []),
        ...(isUnknown
          ? [`The role “${role.slice(0, 40)}” of messages that are shown as answers.`]
          : []),
      ],
    },
    canvas,
  }
}

function withAttachments(
  content: ForeignPiece,
  attachments: ForeignPiece['files'] = [],
): ForeignPiece {
  return { ...content, files: [...(content.files ?? []), ...attachments] }
}

function toToolResult(content: ForeignPiece, author: Fields, shared: ForeignPiece): ForeignSaid {
  const { text = '', files = [] } = content
  const name = asString(author['name']) || 'tool'
  const made = files.map((file) => `[${file.name}]`).join('\n')
  return {
    role: 'assistant',
    ...content,
    ...shared,
    text: '',
    reasoning: '',
    result: { name, text: text || made },
  }
}

function rawText(content: unknown): string {
  const { text, parts } = asRecord(content)
  if (typeof text === 'string') return text
  return Array.isArray(parts) ? joinTexts(parts.map(asString)) : asString(content)
}

function finishReasonIn(metadata: Fields): string | undefined {
  const type = asString(asRecord(metadata['finish_details'])['type'])
  return type === 'max_tokens' ? 'length' : undefined
}

/**
 * Imports custom instructions as instructions of the chat, which the owner of the chat has to
 * accept.
 */
function readContext(message: Fields, reading: Reading): void {
  const content = asRecord(message['content'])
  const data = asRecord(asRecord(message['metadata'])['user_context_message_data'])
  const instructions = joinTexts([
    asString(data['about_user_message']) || asString(content['user_profile']),
    asString(data['about_model_message']) || asString(content['user_instructions']),
  ])
  if (instructions) reading.systemPrompt ??= instructions
  if (asString(content['model_set_context'])) {
    reading.gaps.push('Memories of ChatGPT. Add those that you want in Settings › Memory.')
  }
}
