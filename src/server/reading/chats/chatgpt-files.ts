import { asList, asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import type { ForeignFile } from './foreign-conversation.ts'

/**
 * Returns the ids in a pointer such as `file-service://file-abc` or
 * `sediment://0123#file_0456#p_0.png`.
 */
export function idsInPointer(pointer: string): string[] {
  const [bare = ''] = pointer.replace(/^[\w-]+:\/\//, '').split('?')
  const found = bare.match(/file[-_][A-Za-z0-9]+/g) ?? []
  return [...new Set([bare, ...found.toReversed()])].filter(Boolean)
}

/** Returns the file that a part of a message refers to: a picture, a recording, or a video. */
export function fileInPart(part: Fields, attachments: readonly ForeignFile[]): ForeignFile[] {
  const pointer = asString(part['asset_pointer'])
  if (pointer === '') return nestedPointers.flatMap((name) => nestedFiles(part, name, attachments))
  const ids = idsInPointer(pointer)
  const attached = attachments.find((file) => file.ids.some((id) => ids.includes(id)))
  if (attached) return [attached]
  const type = asString(part['content_type'])
  const dalle = asRecord(asRecord(part['metadata'])['dalle'])
  const genId = asString(dalle['gen_id'])
  const format = asString(part['format'])
  const kind = type.startsWith('image')
    ? 'picture'
    : type.startsWith('audio')
      ? 'recording'
      : 'video'
  const isPicture = kind === 'picture'
  return [
    {
      name: isPicture
        ? pictureName(dalle, ids)
        : `${kind} ${ids.at(-1) ?? ''}${format && `.${format}`}`,
      ids: genId ? [...ids, genId] : ids,
      mimeType: isPicture ? 'image/*' : kind === 'recording' ? 'audio/*' : 'video/*',
    },
  ]
}

const nestedPointers = [
  'audio_asset_pointer',
  'video_container_asset_pointer',
  'frames_asset_pointers',
  'image_asset_pointer',
]

function nestedFiles(
  part: Fields,
  name: string,
  attachments: readonly ForeignFile[],
): ForeignFile[] {
  const value = ownValue(part, name)
  return (Array.isArray(value) ? value : [value])
    .filter(isRecord)
    .filter((one) => asString(one['asset_pointer']) !== '')
    .flatMap((one) => fileInPart({ content_type: name, ...one }, attachments))
}

function pictureName(dalle: Fields, ids: readonly string[]): string {
  const prompt = asString(dalle['prompt']).replaceAll(/\s+/g, ' ').trim()
  return prompt ? prompt.slice(0, 80) : `picture ${ids.at(-1) ?? ''}`.trim()
}

export const listAttachedFiles = (metadata: Fields): ForeignFile[] =>
  asList(metadata['attachments'])
    .filter(isRecord)
    .map((one) => {
      const id = asString(one['id']) || asString(one['file_id'])
      const name = asString(one['name']) || asString(one['file_name'])
      return {
        name: name || id || 'file',
        ids: id ? idsInPointer(id) : name ? [name] : [],
        mimeType: asString(one['mime_type']) || asString(one['mimeType']) || undefined,
      }
    })
