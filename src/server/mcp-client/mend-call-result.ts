import { asString, type Fields, isList, isRecord } from '#lib/fields.ts'

/**
 * Converts the result of a call to the format of the SDK, which otherwise rejects the whole result.
 * Unknown content
 * becomes text.
 */
export function mendCallResult(result: Fields): Fields {
  // Servers of the first revision of MCP send `toolResult`.
  const { toolResult, content = toolResult, ...others } = result
  const { structuredContent: structured, isError, ...rest } = others
  const items = (isList(content) ? content : [content])
    .filter((item) => item !== undefined && item !== null)
    .map(mendItem)
  const isOther = structured !== undefined && structured !== null && !isRecord(structured)
  return {
    ...rest,
    content: isOther ? [...items, toText(structured)] : items,
    ...(isRecord(structured) && { structuredContent: structured }),
    ...((isError === true || isError === 'true') && { isError: true }),
  }
}

function mendItem(item: unknown): Fields {
  if (!isRecord(item)) return toText(item)
  const { type, data, mimeType } = item
  switch (type) {
    case 'text':
      return toText(item['text'] ?? '')
    case 'image':
    case 'audio': {
      const [, inner, bare = asString(data)] =
        /^data:([^;,]*)[^,]{0,200},([^]*)$/.exec(asString(data)) ?? []
      const usual = type === 'image' ? 'image/png' : 'audio/wav'
      return { type, data: toBase64(bare), mimeType: asString(mimeType) || inner || usual }
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

const toText = (value: unknown): Fields => ({
  type: 'text',
  text: typeof value === 'string' ? value : JSON.stringify(value),
})

/** Removes line breaks, and converts the alphabet for URLs. Invalid data becomes empty. */
function toBase64(data: string): string {
  const plain = data.replaceAll(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/')
  return /^[A-Za-z0-9+/]*={0,2}$/.test(plain) ? Buffer.from(plain, 'base64').toString('base64') : ''
}
