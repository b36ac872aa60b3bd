import type { CallToolResult } from '@modelcontextprotocol/server'
import sharp from 'sharp'
import type { Asset } from '#contract/assets.ts'
import { ToolError, type ToolResult } from '../../chat/tools/tool.ts'
import { HttpError } from '../../errors/http-error.ts'
import { getFileEnding } from '../model/addresses.ts'
import type { McpCaller, McpServices } from './mcp-services.ts'

type Content = CallToolResult['content'][number]

/** Width and height of a preview in pixels. A small picture costs a model few tokens. */
const previewPx = 512
const linksMax = 20

/** Converts errors of the caller or of a service into a result that the model can read. */
export async function answerWith(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work()
  } catch (error) {
    const isTold =
      error instanceof ToolError || (error instanceof HttpError && error.code !== 'internal')
    if (!isTold) console.error('A tool of /mcp failed.', error)
    return textResult(isTold ? error.message : 'The tool failed.', { isError: true })
  }
}

export const textResult = (text: string, more: Partial<CallToolResult> = {}): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...more,
})

/**
 * Converts the result of a chat tool.
 * @param more further content, such as links to 3D models.
 */
export function toResult(result: ToolResult, more: readonly Content[]): CallToolResult {
  if (typeof result === 'string') return textResult(result)
  const { text, pictures = [], structured } = result
  const shown = pictures.map(({ bytes }): Content => toPicture(bytes, 'image/jpeg'))
  return {
    content: [{ type: 'text', text }, ...shown, ...more],
    ...(structured && { structuredContent: structured }),
  }
}

/** Creates links to 3D models that are valid for a day. */
export async function linksTo(
  { assets }: Pick<McpServices, 'assets'>,
  { addressOf }: Pick<McpCaller, 'addressOf'>,
  ids: readonly string[],
): Promise<Content[]> {
  const found = await Promise.all(ids.slice(0, linksMax).map((id) => assets.find(id)))
  return found.flatMap((stored) => (stored ? linkTo(stored.asset, addressOf) : []))
}

const linkTo = (
  { id, name, mimeType, sizeBytes }: Asset,
  addressOf: McpCaller['addressOf'],
): Content => ({
  type: 'resource_link',
  uri: addressOf(id, getFileEnding(mimeType)),
  name: `${name}.${getFileEnding(mimeType)}`,
  title: name,
  mimeType,
  size: sizeBytes,
})

/**
 * Converts a model's thumbnail to a small JPEG with a grey background, because some clients support
 * neither WebP nor transparency. Returns an empty list if the model has no thumbnail.
 */
export async function renderSmallPreview(
  { assets, blobs }: Pick<McpServices, 'assets' | 'blobs'>,
  id: string,
): Promise<Content[]> {
  const stored = await assets.find(id)
  if (stored?.thumbnailKey === undefined) return []
  const bytes = await sharp(await blobs.read(stored.thumbnailKey))
    .resize(previewPx, previewPx, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#e8e8ea' })
    .jpeg({ quality: 82 })
    .toBuffer()
  return [toPicture(bytes, 'image/jpeg')]
}

const toPicture = (bytes: Uint8Array, mimeType: string): Content => ({
  type: 'image',
  data: Buffer.from(bytes).toString('base64'),
  mimeType,
})
