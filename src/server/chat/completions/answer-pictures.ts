import { asString, isRecord } from '#lib/fields.ts'
import { attachmentsMax } from '#contract/chat/chat.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'

/**
 * Maximum length of a picture's `data:` URL in characters. Base64 is a third longer than the limit
 * of the file service.
 */
const addressLengthMax = 28 * 1024 * 1024

/**
 * Collects the pictures of an answer from the field `images`, which OpenRouter and other services
 * send.
 */
export class AnswerPictures {
  readonly #addresses = new Set<string>()
  readonly #linked = new Set<string>()

  get count(): number {
    return this.#addresses.size
  }

  /**
   * Removes the pictures from a delta and keeps each picture once, because some services repeat all
   * pictures in the last delta.
   * @returns Markdown links for pictures on other servers, which are not fetched.
   */
  take({ extra }: ChatDelta): string {
    const images: unknown = extra?.['images']
    if (!Array.isArray(images)) return ''
    let links = ''
    for (const image of images) {
      const address = getAddress(image)
      if (address === undefined || this.#addresses.has(address)) continue
      if (this.#addresses.size === attachmentsMax || address.length > addressLengthMax) continue
      if (/^https?:/.test(address) && !this.#linked.has(address)) {
        this.#linked.add(address)
        links += `\n\n![Picture](<${address.replaceAll(/[<>\s]/g, '')}>)\n\n`
      } else if (/^data:image\/[a-z0-9.+-]+;base64,/i.test(address)) this.#addresses.add(address)
    }
    return links
  }

  /**
   * Returns the collected pictures and clears the collection, so that no picture is stored twice.
   */
  drain(): Buffer[] {
    const all = [...this.#addresses].map((address) =>
      Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'),
    )
    this.#addresses.clear()
    return all
  }
}

function getAddress(image: unknown): string | undefined {
  if (typeof image === 'string') return image
  if (!isRecord(image)) return undefined
  const { b64_json: base64, inline_data: inline = image['inlineData'] } = image
  if (typeof base64 === 'string') return toAddress(asString(image['mime_type']), base64)
  if (isRecord(inline)) {
    const { mime_type: type = inline['mimeType'], data } = inline
    return toAddress(asString(type), asString(data))
  }
  const inner = image['image_url']
  const address = isRecord(inner) ? inner['url'] : (inner ?? image['url'])
  return typeof address === 'string' ? address : undefined
}

const toAddress = (type: string, base64: string): string =>
  `data:${type.startsWith('image/') ? type : 'image/png'};base64,${base64}`
