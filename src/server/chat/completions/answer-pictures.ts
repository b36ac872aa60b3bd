import { isRecord } from '#lib/fields.ts'
import { attachmentsMax } from '#contract/chat/chat.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'

/** Of one picture as base64: what the file service takes at most, and a third. */
const addressLengthMax = 28 * 1024 * 1024

/** Pictures that a model answers with: `images` of its deltas, as OpenRouter and others send them. */
export class AnswerPictures {
  readonly #addresses = new Set<string>()
  readonly #linked = new Set<string>()

  get count(): number {
    return this.#addresses.size
  }

  /**
   * Takes the pictures out of a delta. Some services send all of them again with the last one.
   *
   * @returns Markdown for those that are only linked to: nothing is fetched from elsewhere.
   */
  take({ extra }: ChatDelta): string {
    const images: unknown = extra?.['images']
    if (!Array.isArray(images)) return ''
    let links = ''
    for (const image of images) {
      const address = addressOf(image)
      if (address === undefined || this.#addresses.has(address)) continue
      if (this.#addresses.size === attachmentsMax || address.length > addressLengthMax) continue
      if (/^https?:/.test(address) && !this.#linked.has(address)) {
        this.#linked.add(address)
        links += `\n\n![Picture](<${address.replaceAll(/[<>\s]/g, '')}>)\n\n`
      } else if (/^data:image\/[a-z0-9.+-]+;base64,/i.test(address)) this.#addresses.add(address)
    }
    return links
  }

  /** Gives the pictures away, so that none is kept twice. */
  drain(): Buffer[] {
    const all = [...this.#addresses].map((address) =>
      Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'),
    )
    this.#addresses.clear()
    return all
  }
}

function addressOf(image: unknown): string | undefined {
  if (typeof image === 'string') return image
  if (!isRecord(image)) return undefined
  const inner = image['image_url']
  const address = isRecord(inner) ? inner['url'] : (inner ?? image['url'])
  return typeof address === 'string' ? address : undefined
}
