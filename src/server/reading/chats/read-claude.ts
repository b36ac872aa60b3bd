import type { Source } from '#contract/chat/chat.ts'
import { asList, asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { readArtifactCall, readArtifactTags, type Artifacts } from './claude-artifacts.ts'
import type { Dialect } from './dialect.ts'
import type { ForeignFile } from './foreign-conversation.ts'
import { limitVersions } from './made-document.ts'
import { parseMoment } from './foreign-moment.ts'
import {
  joinMessagePieces,
  toArguments,
  toResultText,
  toSource,
  toToolName,
  type ForeignPiece,
} from './foreign-said.ts'
import { joinTexts, toForeignTree, type ForeignNode } from './foreign-tree.ts'
import { toRole } from './roles.ts'

/** Claude's `conversations.json`, a list of conversations with their messages in order. */
export const claude: Dialect = {
  source: 'claude',
  mark: 'chat_messages',
  idIn: (from) => asString(from['uuid']),
  titleIn: (from) => asString(from['name']),
  toConversation(from, id) {
    const createdAt = parseMoment(from['created_at']) ?? new Date(0)
    const model = asString(from['model'])
    const list = asList(from['chat_messages'])
    const messages = list.filter(isRecord)
    const tree = toForeignTree(readNodes(messages), {
      conversationId: id,
      createdAt,
      modelName: model || 'Claude',
    })
    const project = asRecord(from['project'])
    const lost = list.length - messages.length
    return {
      modelId: model || undefined,
      leafId: tree.idShown(asString(from['current_leaf_message_uuid'])),
      isPinned: from['is_starred'] === true,
      isArchived: false,
      folder: asString(project['name']).trim().slice(0, 100) || undefined,
      projectId: asString(from['project_uuid']) || asString(project['uuid']) || undefined,
      createdAt,
      updatedAt: parseMoment(from['updated_at']) ?? createdAt,
      messages: tree.messages,
      gaps: [...tree.gaps, ...(lost > 0 ? [`${lost} messages of an unknown format.`] : [])],
      unreadable: 'chat_messages',
    }
  },
}

function readNodes(messages: readonly Fields[]): ForeignNode[] {
  const known = new Set<string>()
  const artifacts = new Map<string, Artifacts>()
  const limit = limitVersions()
  let beforeId: string | undefined
  return messages.map((message, index) => {
    const uuid = asString(message['uuid'])
    const id = uuid === '' || known.has(uuid) ? `${uuid}#${index}` : uuid
    known.add(id)
    const above = asString(message['parent_message_uuid'])
    const isRoot = /^0{8}-/.test(above)
    const parentId = isRoot ? undefined : known.has(above) && above !== id ? above : beforeId
    beforeId = id
    const read = readMessage(message, artifacts.get(parentId ?? '') ?? new Map(), limit)
    artifacts.set(id, read.artifacts)
    return { id, parentId, said: read.said, at: parseMoment(message['created_at']) }
  })
}

function readMessage(
  message: Fields,
  before: Artifacts,
  limit: (piece: ForeignPiece) => ForeignPiece,
) {
  const role = toRole(asString(message['sender']))
  const pieces: ForeignPiece[] = []
  let artifacts = before
  const blocks = asList(message['content']).filter(isRecord)
  for (const block of blocks) {
    const read = readBlock(block, artifacts, role)
    pieces.push(...read.pieces.map(limit))
    artifacts = read.artifacts
  }
  const hasText = pieces.some((piece) => piece.text)
  if (!hasText) {
    // Prefer the blocks, because `text` contains placeholders for the blocks in some exports.
    const read = readText(
      asString(message['text']) || asString(message['content']),
      artifacts,
      role,
    )
    pieces.push(...read.pieces.map(limit))
    artifacts = read.artifacts
  }
  const files = [
    ...asList(message['attachments']),
    ...asList(message['files_v2'] ?? message['files']),
  ]
  pieces.push({ files: files.filter(isRecord).map(toFile) })
  return { said: { role, ...joinMessagePieces(pieces) }, artifacts }
}

type ReadBlock = { pieces: ForeignPiece[]; artifacts: Artifacts }

function readBlock(block: Fields, artifacts: Artifacts, role: 'user' | 'assistant'): ReadBlock {
  const type = asString(block['type'])
  const only = (piece: ForeignPiece) => ({ pieces: [piece], artifacts })
  switch (type) {
    case 'text': {
      const read = readText(asString(block['text']), artifacts, role)
      const sources = asList(block['citations']).flatMap(toCitation)
      return { ...read, pieces: [...read.pieces, { sources }] }
    }
    case 'thinking':
      return only({ reasoning: asString(block['thinking']) || summariesIn(block) })
    case 'redacted_thinking':
      return only({ gaps: ['Encrypted thoughts.'] })
    case 'voice_note':
      return only({ text: asString(block['text']) || asString(block['transcript']) })
    case 'tool_use':
    case 'server_tool_use': {
      const name = asString(block['name']) || 'tool'
      const read = readArtifactCall(name, asRecord(block['input']), artifacts)
      if (read) return { pieces: [read.piece], artifacts: read.artifacts }
      const id = asString(block['id'])
      const call = { name: toToolName(name), arguments: toArguments(block['input']), at: 0 }
      return only({ calls: [{ ...call, ...(id && { id }) }] })
    }
    case 'tool_result':
    case 'web_search_tool_result':
      return only(toResult(block))
    case 'image':
    case 'document':
      return only({ files: [toFile(block)] })
    case 'token_budget':
    case 'flag':
      return only({})
    default: {
      const text = asString(block['text']) || asString(block['content'])
      return only({
        text,
        ...(!text && { gaps: [`Content of the unknown type “${type.slice(0, 60)}”.`] }),
      })
    }
  }
}

const readText = (text: string, artifacts: Artifacts, role: 'user' | 'assistant'): ReadBlock =>
  role === 'assistant' && text.includes('<ant')
    ? readArtifactTags(text, artifacts)
    : { pieces: [{ text }], artifacts }

const summariesIn = (block: Fields): string =>
  joinTexts(asList(block['summaries']).map((one) => asString(asRecord(one)['summary'])))

function toResult(block: Fields): ForeignPiece {
  const name = asString(block['name'])
  // Skip these calls, because the artifact becomes a document and the result is only “OK”.
  if (/^(?:artifacts|create_file|str_replace)$/.test(name)) return {}
  const parts = asList(block['content']).filter(isRecord)
  const texts = parts.map((part) => {
    const [title, url] = [asString(part['title']), asString(part['url'])]
    const text = asString(part['text']) || toResultText(part['content'])
    return [title, url, text].filter(Boolean).join('\n')
  })
  const id = asString(block['tool_use_id'])
  const files = parts.flatMap((part) => (part['type'] === 'image' ? [toFile(part)] : []))
  return {
    files,
    sources: parts.flatMap((part) =>
      asString(part['url'])
        ? toSource(asString(part['title']), asString(part['url']), asString(part['text']))
        : [],
    ),
    result: {
      ...(id && { id }),
      name,
      text: joinTexts(texts) || toResultText(block['content']),
      ...(block['is_error'] === true && { isFailed: true }),
    },
  }
}

function toCitation(value: unknown): Source[] {
  const citation = asRecord(value)
  const details = asRecord(citation['details'])
  const url = asString(citation['url']) || asString(details['url'])
  const title = asString(citation['title']) || asString(asRecord(citation['metadata'])['site_name'])
  return toSource(title, url, asString(citation['cited_text']) || asString(citation['text']))
}

function toFile(from: Fields): ForeignFile {
  const source = asRecord(from['source'])
  const data = asString(source['data'])
  const name = asString(from['file_name']) || asString(from['title']) || asString(from['name'])
  const ids = ['file_uuid', 'id', 'file_id', 'path', 'file_name'].map((key) =>
    asString(ownValue(from, key)),
  )
  const kind = asString(from['file_kind'])
  const mimeType = asString(from['file_type']) || asString(source['media_type'])
  return {
    name:
      name ||
      (kind === 'image'
        ? 'picture'
        : asString(from['extracted_content'])
          ? 'Pasted text.txt'
          : 'file'),
    ids: ids.filter(Boolean),
    mimeType: mimeType.includes('/') ? mimeType : kind === 'image' ? 'image/*' : undefined,
    ...(source['type'] === 'base64' && data !== '' && { bytes: Buffer.from(data, 'base64') }),
    text:
      asString(from['extracted_content']) || (source['type'] === 'text' ? data : '') || undefined,
  }
}
