import { isRecord } from '#lib/fields.ts'
import { attachmentsMax } from '#contract/chat/chat.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'

/** Longest address of a picture in base64, in characters: the file service's limit plus a third. */
const addressLengthMax = 28 * 1024 * 1024

/**
 * Collects the pictures of an answer from `images` of its deltas, as OpenRouter and others send
 * them.
 */
export class AnswerPictures {
  readonly #addresses = new Set<string>()
  readonly #linked = new Set<string>()

  get count(): number {
    return this.#addresses.size
  }

  /**
   * Takes the pictures out of a delta, each only once: some services repeat all of them with the
   * last delta.
   * @returns Markdown links for pictures on other servers. These pictures are not fetched.
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

  /** Returns the collected pictures and forgets them, so that none is stored twice. */
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
  const inner = image['image_url']
  const address = isRecord(inner) ? inner['url'] : (inner ?? image['url'])
  return typeof address === 'string' ? address : undefined
}
