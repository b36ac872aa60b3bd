import type { Source } from '#contract/chat/chat.ts'
import { asList, asRecord, asString, asTexts, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { fileInPart } from './chatgpt-files.ts'
import { toFence } from './code-fence.ts'
import type { ForeignFile } from './foreign-conversation.ts'
import { toSource, type ForeignPiece } from './foreign-said.ts'
import { joinTexts } from './foreign-tree.ts'

/** Types of content that describe only the state of ChatGPT's page. */
const decorations = new Set(['reasoning_recap_placeholder', 'app_pairing_content'])

/** Reads the content of a message of any type. Unknown types are searched for text. */
export function readChatGptContent(
  content: unknown,
  attachments: readonly ForeignFile[],
): ForeignPiece {
  if (typeof content === 'string') return { text: content }
  if (!isRecord(content)) return {}
  const type = asString(content['content_type'])
  const text = asString(content['text'])
  switch (type) {
    case 'text':
    case 'multimodal_text':
      return readParts(content, attachments)
    case 'code':
      return { text: text && toFence(text, asString(content['language'])) }
    case 'execution_output':
    case 'computer_output':
      return { ...readParts(content, attachments), ...(text && { text }) }
    case 'thoughts':
      return { reasoning: joinTexts(asList(content['thoughts']).map(toThought)) }
    case 'reasoning_recap':
      return { reasoning: asString(content['content']) && `*${asString(content['content'])}*` }
    case 'tether_quote':
    case 'sonic_webpage':
      return { text, sources: sourceIn(content) }
    case 'tether_browsing_display':
      return { text: asString(content['result']) || asString(content['summary']) }
    case 'system_error':
      return { text: joinTexts([asString(content['name']), text]) }
    default:
      return readUnknown(content, attachments, type)
  }
}

function readParts(content: Fields, attachments: readonly ForeignFile[]): ForeignPiece {
  const pieces = asList(content['parts']).map((part): ForeignPiece => {
    if (typeof part === 'string') return { text: part }
    return isRecord(part) ? readPart(part, attachments) : {}
  })
  return {
    text: joinTexts(pieces.map((piece) => piece.text)) || asString(content['text']),
    files: pieces.flatMap(({ files = [] }) => files),
    gaps: pieces.flatMap(({ gaps = [] }) => gaps),
  }
}

function readPart(part: Fields, attachments: readonly ForeignFile[]): ForeignPiece {
  const files = fileInPart(part, attachments)
  const text = asString(part['text'])
  if (text || files.length > 0) return { text, files }
  const type = asString(part['content_type'])
  // These parts can be left out: the recording is not in the export, and a separate part has its
  // transcription.
  const isKnown = /^(?:audio_transcription|real_time_user_audio_video_asset_pointer|text)$/.test(
    type,
  )
  return isKnown ? {} : { gaps: [unknownContent(type)] }
}

function readUnknown(
  content: Fields,
  attachments: readonly ForeignFile[],
  type: string,
): ForeignPiece {
  const piece = readParts(content, attachments)
  const others = ['result', 'content', 'output', 'summary'].map((name) => ownValue(content, name))
  const text = piece.text || joinTexts(others.map(asString))
  const isLost = !text && !piece.files?.length && !decorations.has(type) && hasWords(content)
  return {
    ...piece,
    text,
    gaps: [...(piece.gaps ?? []), ...(isLost ? [unknownContent(type)] : [])],
  }
}

const hasWords = (content: Fields): boolean =>
  Object.entries(content).some(
    ([name, value]) =>
      name !== 'content_type' &&
      (isRecord(value) ||
        asTexts(value).some(Boolean) ||
        (typeof value === 'string' && value !== '')),
  )

const unknownContent = (type: string): string =>
  `Content of the unknown type “${type.slice(0, 60) || 'none'}”.`

function toThought(thought: unknown): string {
  if (typeof thought === 'string') return thought
  const { summary, content, chunks } = asRecord(thought)
  const said = asString(content) || asTexts(chunks).join('')
  return joinTexts([asString(summary) && `**${asString(summary)}**`, said])
}

const sourceIn = (content: Fields): Source[] =>
  toSource(
    asString(content['title']) || asString(content['domain']),
    asString(content['url']),
    asString(content['snippet']) || asString(content['text']),
  )

/** Returns the sources that an answer cites, in the formats of all years. */
export function citedSources(metadata: Fields): Source[] {
  const links: unknown[] = []
  for (const reference of asList(metadata['content_references']).filter(isRecord)) {
    const items = asList(reference['items'])
    const isLink =
      items.length === 0 && /webpage|file|attribution/.test(asString(reference['type']))
    links.push(...items, ...(isLink ? [reference] : []), ...asList(reference['sources']))
    for (const item of items) links.push(...asList(asRecord(item)['supporting_websites']))
  }
  for (const citation of asList(metadata['citations'])) links.push(asRecord(citation)['metadata'])
  for (const group of asList(metadata['search_result_groups'])) {
    links.push(...asList(asRecord(group)['entries']))
  }
  links.push(asRecord(metadata['_cite_metadata'])['metadata_list'])
  return links.flat().flatMap((link) => {
    if (!isRecord(link)) return []
    const title = asString(link['title']) || asString(link['name']) || asString(link['attribution'])
    return toSource(
      title,
      asString(link['url']),
      asString(link['snippet']) || asString(link['text']),
    )
  })
}
