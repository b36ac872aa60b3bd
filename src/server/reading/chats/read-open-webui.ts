import type { Source } from '#contract/chat/chat.ts'
import { asList, asRecord, asString, asTexts, isRecord, type Fields } from '#lib/fields.ts'
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
import { joinTexts, toForeignTree, type ForeignNode } from './foreign-tree.ts'
import { splitDetails, toCodeCall } from './open-webui-details.ts'
import { toRole } from './roles.ts'

/** Open WebUI's `chat-export-….json`: a list of chats, each a tree of messages. */
export const openWebUi: Dialect = {
  source: 'open-webui',
  mark: 'chat',
  idIn: (from) => asString(from['id']),
  titleIn: (from) => asString(from['title']) || asString(asRecord(from['chat'])['title']),
  toConversation(from, id) {
    const chat = asRecord(from['chat'])
    const history = asRecord(chat['history'])
    const createdAt =
      parseMoment(from['created_at']) ?? parseMoment(chat['timestamp']) ?? new Date(0)
    const model = asTexts(chat['models'])[0]
    const entries = listMessages(history['messages'], chat['messages'])
    const { nodes, systemPrompt, lost } = readNodes(entries)
    const tree = toForeignTree(nodes, {
      conversationId: id,
      createdAt,
      modelName: model || 'Answer',
    })
    const prompt =
      asString(asRecord(chat['params'])['system']) || asString(chat['system']) || systemPrompt
    const tags = [...asList(asRecord(from['meta'])['tags']), ...asList(chat['tags'])]
    const tagNames = tags.map((tag) => asString(tag) || asString(asRecord(tag)['name']))
    return {
      modelId: model,
      leafId: tree.idShown(asString(history['currentId'])),
      isPinned: from['pinned'] === true,
      isArchived: from['archived'] === true,
      ...(prompt && { settings: { systemPrompt: prompt.slice(0, 64_000) } }),
      createdAt,
      updatedAt: parseMoment(from['updated_at']) ?? createdAt,
      messages: tree.messages,
      gaps: [
        ...tree.gaps,
        ...(lost > 0 ? [`${lost} messages of an unknown format.`] : []),
        ...(tagNames.some(Boolean) ? [`Its tags: ${[...new Set(tagNames)].join(', ')}.`] : []),
        ...(asString(from['folder_id'])
          ? ['Its folder. The export does not contain the name.']
          : []),
      ],
      unreadable: 'chat',
    }
  },
}

function listMessages(tree: unknown, list: unknown): [string, unknown][] {
  if (isRecord(tree) && Object.keys(tree).length > 0) return Object.entries(tree)
  const listed = Array.isArray(tree) ? tree : asList(list)
  return listed.map((message, index) => [asString(asRecord(message)['id']) || `#${index}`, message])
}

function readNodes(entries: readonly [string, unknown][]) {
  const nodes: ForeignNode[] = []
  const prompts: string[] = []
  const known = new Set<string>()
  let lost = 0
  for (const [index, [key, message]] of entries.entries()) {
    if (!isRecord(message)) {
      lost++
      continue
    }
    const id = known.has(key) ? `${key}#${index}` : key
    known.add(id)
    const isListed = !Object.hasOwn(message, 'parentId')
    const parentId = isListed ? nodes.at(-1)?.id : asString(message['parentId'])
    const role = asString(message['role'])
    const node: ForeignNode = { id, parentId, at: parseMoment(message['timestamp']) }
    const piece = readMessage(message, toRole(role))
    if (role === 'system') prompts.push(piece.text ?? '')
    else if (role === 'tool') {
      node.said = {
        role: 'assistant',
        result: { name: asString(message['name']) || 'tool', text: piece.text ?? '' },
      }
    } else node.said = { role: toRole(role), ...piece }
    nodes.push(node)
  }
  return { nodes, systemPrompt: joinTexts(prompts), lost }
}

const readPhase = ({ content, phase }: Fields): ForeignPiece =>
  /think|reason/.test(asString(phase))
    ? { reasoning: asString(content) }
    : { text: asString(content) }

function readMessage(message: Fields, role: 'user' | 'assistant'): ForeignPiece {
  const content = message['content']
  const pieces: ForeignPiece[] = []
  const steps = asList(message['output']).filter(isRecord).map(readStep)
  const text = typeof content === 'string' ? content : ''
  if (steps.some((step) => step.text)) pieces.push(...steps)
  else if (role === 'user') pieces.push({ text })
  else pieces.push(...steps, ...splitDetails(text))
  pieces.push(...asList(content).filter(isRecord).map(readPart))
  // Qwen Chat is based on Open WebUI, but lists the phases of an answer.
  if (text === '') pieces.push(...asList(message['content_list']).filter(isRecord).map(readPhase))
  for (const execution of asList(message['code_executions']).filter(isRecord)) {
    const result = asRecord(execution['result'])
    const output = { stdout: result['output'], error: result['error'] }
    pieces.push({ calls: [toCodeCall(asString(execution['code']), output)] })
    pieces.push({ files: asList(result['files']).filter(isRecord).map(toFile) })
  }
  const error = message['error']
  const failure =
    asString(asRecord(error)['content']) || asString(asRecord(error)['detail']) || asString(error)
  pieces.push({
    files: asList(message['files']).filter(isRecord).map(toFile),
    sources: groupSources(message['sources'] ?? message['citations']),
    ...(role === 'assistant' && {
      modelName: asString(message['modelName']) || asString(message['model']) || undefined,
    }),
    ...((failure || error === true) && { failure: failure || 'The answer failed.' }),
    gaps: [
      ...(isRecord(message['annotation']) ? ['Ratings of answers.'] : []),
      ...(asList(message['embeds']).length > 0 ? ['Embedded pages of tools.'] : []),
      ...(asList(message['followUps'] ?? message['follow_ups']).length > 0
        ? ['Suggested follow-up questions.']
        : []),
      ...(asList(message['statusHistory']).length > 0 || isRecord(message['status'])
        ? ['Status lines of answers.']
        : []),
    ],
  })
  return joinMessagePieces(pieces)
}

function readStep(step: Fields): ForeignPiece {
  const type = asString(step['type'])
  const texts = () =>
    joinTexts([...asList(step['content']), ...asList(step['summary'])].map(getText))
  switch (type) {
    case 'message':
      return { text: texts() }
    case 'reasoning':
      return { reasoning: texts() }
    case 'function_call': {
      const name = toToolName(asString(step['name']))
      const id = asString(step['call_id']) || asString(step['id'])
      return {
        calls: [{ name, arguments: toArguments(step['arguments']), at: 0, ...(id && { id }) }],
      }
    }
    case 'function_call_output': {
      const output = step['output']
      const text = Array.isArray(output) ? joinTexts(output.map(getText)) : toResultText(output)
      const id = asString(step['call_id'])
      const files = asList(step['files']).filter(isRecord).map(toFile)
      return { files, result: { ...(id && { id }), text } }
    }
    case 'open_webui:code_interpreter':
      return { calls: [toCodeCall(asString(step['code']), step['output'])] }
    default: {
      const text = texts()
      return text ? { text } : { gaps: [`A step of the unknown type “${type.slice(0, 60)}”.`] }
    }
  }
}

const getText = (part: unknown): string => asString(part) || asString(asRecord(part)['text'])

function readPart(part: Fields): ForeignPiece {
  const url = asString(asRecord(part['image_url'])['url']) || asString(part['image_url'])
  return { text: asString(part['text']), files: url ? [fileAt(url, { mimeType: 'image/*' })] : [] }
}

function toFile(from: Fields): ForeignFile {
  const inside = asRecord(from['file'])
  const meta = asRecord(inside['meta'])
  const type = asString(from['type'])
  const url = asString(from['url'])
  const name =
    asString(from['name']) ||
    asString(inside['filename']) ||
    asString(meta['name']) ||
    asString(from['title'])
  const contentType = asString(from['content_type']) || asString(meta['content_type'])
  const mimeType = contentType || (type === 'image' ? 'image/*' : undefined)
  const texts = [
    asString(asRecord(inside['data'])['content']) || asString(asRecord(from['data'])['content']),
    asString(from['content']),
    ...asList(from['docs']).map((doc) => asString(asRecord(doc)['content'])),
  ]
  const file = fileAt(url, { name, mimeType })
  const ids = [asString(from['id']), asString(inside['id']), asString(inside['filename'])]
  const text = joinTexts(texts)
  return {
    ...file,
    name: type === 'collection' ? `Collection ${file.name}` : file.name,
    ids: [...new Set([...file.ids, ...ids])].filter(Boolean),
    ...(text && { text }),
  }
}

/** Groups the passages as Open WebUI numbers them: `[1]` is the first file or page. */
function groupSources(list: unknown): Source[] {
  const groups = new Map<string, { title: string; url: string; quotes: string[] }>()
  for (const entry of asList(list).filter(isRecord)) {
    const source = asRecord(entry['source'])
    const metadata = asList(entry['metadata'])
    const passages = asList(entry['document'])
    for (let at = 0; at < Math.max(passages.length, 1); at++) {
      const about = asRecord(metadata[at])
      const id = asString(about['source']) || asString(source['id']) || asString(source['name'])
      const url =
        [about['url'], source['url'], about['source'], source['name']]
          .map(asString)
          .find((one) => /^https?:/.test(one)) ?? ''
      const title =
        asString(about['title']) || asString(about['name']) || asString(source['name']) || url
      const group = groups.get(id) ?? { title, url, quotes: [] }
      const passage = asString(passages[at])
      if (passage) group.quotes.push(passage)
      groups.set(id, group)
    }
  }
  return [...groups.values()].flatMap(({ title, url, quotes }) =>
    toSource(title, url, quotes.join('\n\n')),
  )
}
