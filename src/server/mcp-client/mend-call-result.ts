import { asString, type Fields, isList, isRecord } from '#lib/fields.ts'
import { bareResult } from './mend-envelope.ts'

/**
 * Converts the result of a call to the format of the SDK, which otherwise rejects the whole result.
 * Unknown content becomes text.
 */
export function mendCallResult(result: Fields): Fields {
  // Servers of the first MCP revision send `toolResult`.
  const { toolResult, [bareResult]: bare, result: inner, output, ...others } = result
  const { content: given = [toolResult, bare, inner, output].find(isPresent), ...fields } = others
  const {
    structuredContent,
    structured_content: snake,
    isError,
    is_error: failed,
    ...about
  } = fields
  const { error, ...rest } = about
  const structured = structuredContent ?? snake
  const isFailed = given === undefined && isPresent(error) && error !== false
  const content = isFailed ? getErrorText(error) : unwrapContent(given)
  const items = (isList(content) ? content : [content])
    .filter(isPresent)
    .flatMap(toItems)
    .map(mendItem)
  const isOther = structured !== undefined && structured !== null && !isRecord(structured)
  return {
    ...rest,
    content: isOther ? [...items, toText(structured)] : items,
    ...(isRecord(structured) && { structuredContent: structured }),
    ...([isError, failed].some(isTrue) || isFailed ? { isError: true } : {}),
  }
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null
const isTrue = (value: unknown): boolean => value === true || value === 1 || value === 'true'

const unwrapContent = (content: unknown): unknown =>
  isRecord(content) && content['type'] === undefined && isList(content['content'])
    ? content['content']
    : content

const getErrorText = (error: unknown): string =>
  (isRecord(error) && asString(error['message'])) || asString(error) || JSON.stringify(error)

const toItems = (item: unknown): unknown[] =>
  isRecord(item) && item['type'] === 'resource' && isList(item['resource'])
    ? item['resource'].map((resource) => ({ ...item, resource }))
    : [item]

/** Returns base64. Some servers send the bytes as a list, or as the JSON of Node's `Buffer`. */
function getData(data: unknown): unknown {
  const bytes = isRecord(data) && data['type'] === 'Buffer' ? data['data'] : data
  return isList(bytes) ? Buffer.from(bytes.map(Number)).toString('base64') : data
}

/** Converts pictures in OpenAI's or Anthropic's format, or with other field names. */
function toImage(item: Fields): Fields {
  const { source, image_url: link } = item
  const from = isRecord(source) ? source : item
  const url = isRecord(link) ? link['url'] : link
  return {
    type: 'image',
    data: url ?? getData(from['data']) ?? from['blob'] ?? from['url'],
    mimeType: from['mimeType'] ?? from['mime_type'] ?? from['media_type'],
  }
}

function mendItem(given: unknown): Fields {
  const isPicture = isRecord(given) && (given['type'] === 'image' || given['type'] === 'image_url')
  const item = isPicture ? toImage(given) : given

  if (!isRecord(item)) return toText(item)
  const { type, data, mimeType } = item
  switch (type) {
    case 'text': {
      const { text } = item
      const isPictureUrl = typeof text === 'string' && pictureUrl.test(text)
      return isPictureUrl ? mendItem({ type: 'image', data: text.trim() }) : toText(text ?? '')
    }
    case 'error':
      return toText(getErrorText(item['error'] ?? item['message'] ?? item))
    case 'image':
    case 'audio': {
      const [, inner, bare = asString(data)] =
        /^data:([^;,]*)[^,]{0,200},([^]*)$/.exec(asString(data)) ?? []
      if (/^https?:/i.test(bare)) return toText(bare)
      const usual = type === 'image' ? 'image/png' : 'audio/wav'
      const mime = asString(mimeType) || inner || usual
      const base64 = toBase64(bare)
      if (/^image\/svg/i.test(mime)) return toText(Buffer.from(base64, 'base64').toString())
      return { type, data: base64, mimeType: type === 'image' ? toImageType(mime, base64) : mime }
    }
    case 'resource_link': {
      const uri = asString(item['uri'])
      const name = asString(item['name']) || uri
      const { title, description } = item
      return {
        type,
        uri,
        name,
        ...(asString(title) && { title }),
        ...(asString(description) && { description }),
      }
    }
    case 'resource':
      return mendResource(item['resource']) ?? toText(item)
    default:
      return toText(item)
  }
}

function mendResource(resource: unknown): Fields | undefined {
  if (!isRecord(resource)) return undefined
  const { uri, text, blob, mimeType } = resource
  const about = { uri: asString(uri), ...(typeof mimeType === 'string' && { mimeType }) }
  if (typeof text === 'string') return { type: 'resource', resource: { ...about, text } }
  if (typeof blob !== 'string') return undefined
  return { type: 'resource', resource: { ...about, blob: toBase64(blob) } }
}

/** Matches a text that is a picture as a data URL. */
const pictureUrl = /^\s*data:image\/[a-z0-9.+-]+;base64,[\w+/=-]+\s*$/i

const pictureStarts: readonly (readonly [start: string, type: string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
]

/**
 * The bytes decide if the server sends only a file extension or the type
 * `application/octet-stream`.
 */
const toImageType = (mime: string, base64: string): string =>
  /^image\//i.test(mime)
    ? mime
    : (pictureStarts.find(([start]) => base64.startsWith(start))?.[1] ?? mime)

const toText = (value: unknown): Fields => ({
  type: 'text',
  text: typeof value === 'string' ? value : JSON.stringify(value),
})

/** Removes line breaks and converts the URL-safe alphabet. Invalid data becomes empty. */
function toBase64(data: string): string {
  const plain = data.replaceAll(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/')
  return /^[A-Za-z0-9+/]*={0,2}$/.test(plain) ? Buffer.from(plain, 'base64').toString('base64') : ''
}
