import { asList, isRecord } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { FetchPicture } from '../../files/pictures/fetch-picture.ts'
import { detectPictureKind } from '../../files/pictures/picture-kind.ts'

const picturesMax = 16
const picturesBytesMax = 64 * 1024 * 1024
const depthMax = 32
const webAddress = /^\s*(?:https?|ftp|file|wss?):/i
const addressField = /(?:^|_)ur[il]$/i

/**
 * Returns the messages with each picture URL replaced by the picture, because a client could make a
 * service in a private network fetch internal URLs.
 * @throws {HttpError} `bad_picture`, `too_large`, or `bad_request` for URLs of other files.
 */
export async function inlineWebPictures<Message extends { content?: unknown }>(
  messages: readonly Message[],
  { fetchPicture, signal }: { fetchPicture: FetchPicture; signal: AbortSignal },
): Promise<Message[]> {
  let count = 0
  let bytesInAll = 0
  const bring = async (part: unknown): Promise<unknown> => {
    const picture = isRecord(part) && isRecord(part['image_url']) ? part['image_url'] : undefined
    const url = picture?.['url']
    if (!isRecord(part) || typeof url !== 'string' || !webAddress.test(url)) return part
    if (++count > picturesMax) {
      throw new HttpError('bad_request', `At most ${picturesMax} pictures may be given by address.`)
    }
    const { bytes } = await fetchPicture(url, { signal })
    bytesInAll += bytes.byteLength
    if (bytesInAll > picturesBytesMax) {
      throw new HttpError('too_large', 'The pictures of this request are larger than 64 MB.')
    }
    const kind = detectPictureKind(bytes)
    if (!('mimeType' in kind)) {
      throw new HttpError('bad_picture', `The content at this address is ${kind.otherName}.`)
    }
    // HEIC pictures are converted, because chat services do not accept HEIC.
    if (kind.mimeType === 'image/heic') {
      throw new HttpError(
        'bad_picture',
        'The content at this address is a HEIC. Use a JPEG or PNG.',
      )
    }
    const data = `data:${kind.mimeType};base64,${Buffer.from(bytes).toString('base64')}`
    return { ...part, image_url: { ...picture, url: data } }
  }
  const brought: Message[] = []
  for (const message of messages) {
    const { content } = message
    const parts: unknown[] = []
    // One picture is converted at a time, so that only one picture is in memory.
    for (const part of asList(content)) {
      parts.push(await bring(part))
    }
    brought.push(Array.isArray(content) ? { ...message, content: parts } : message)
  }
  refuseWebFiles(brought)
  return brought
}

/** Returns whether messages may contain URLs of files. */
export const mayNameFiles = (messages: readonly object[]): boolean =>
  messages.some((message) =>
    Object.entries(message).some(
      ([name, value]) => !(wordFields.has(name) && typeof value === 'string'),
    ),
  )
const wordFields = new Set(['role', 'content', 'name'])

/**
 * Rejects URLs that a service in a private network would fetch.
 * @throws {HttpError} `bad_request`.
 */
export function refuseWebFiles(value: unknown, name = '', depth = 0): void {
  if (typeof value === 'string') {
    if (!addressField.test(name) || !webAddress.test(value)) return
    throw new HttpError(
      'bad_request',
      `${name}: URLs in a request cannot be used with a service on a private network. Send the content as a data: URL.`,
    )
  }
  if (typeof value !== 'object' || value === null) return
  if (depth > depthMax) {
    throw new HttpError('bad_request', `The request is nested more than ${depthMax} levels deep.`)
  }
  // The entries of an array have no name, so the array's name is used.
  for (const [key, inner] of Object.entries(value)) {
    refuseWebFiles(inner, Array.isArray(value) ? name : key, depth + 1)
  }
}
