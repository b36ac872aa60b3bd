import type { Fields } from '#lib/fields.ts'
import { HttpError } from '../../../errors/http-error.ts'
import type { OutputItem } from '../../../providers/openai/responses/wire.ts'

/**
 * Maximum length of an answer in UTF-16 units. The answer is kept in memory, because a stream
 * repeats it at its end.
 */
const lengthMax = 16 * 1024 * 1024

export type OutputPosition = { index: number; itemId: string }

export type ResponseEvents = {
  output: OutputItem[]
  frame: (type: string, fields: string, place?: number) => string
  event: (type: string, fields: Fields) => string
  openItem: (item: OutputItem & { id: string }) => OutputPosition & { frames: string }
  finishItem: (place: OutputPosition, item: OutputItem) => string
  /**
   * Counts the length of the answer.
   * @throws {HttpError} `provider_failed` if the answer is too long.
   */
  grow: (length: number) => void
}

export function createResponseEvents(): ResponseEvents {
  const output: OutputItem[] = []
  // Sequence numbers 0 and 1 belong to `response.created` and `response.in_progress`.
  let sequence = 2
  let length = 0
  const frame = (type: string, fields: string, place = sequence++) =>
    `event: ${type}\ndata: {"type":"${type}","sequence_number":${place},${fields}}\n\n`
  const event = (type: string, fields: Fields) => frame(type, JSON.stringify(fields).slice(1, -1))
  return {
    output,
    frame,
    event,
    openItem(item) {
      const index = output.push(item) - 1
      const frames = event('response.output_item.added', { output_index: index, item })
      return { index, itemId: item.id, frames }
    },
    finishItem({ index }, item) {
      output[index] = item
      return event('response.output_item.done', { output_index: index, item })
    },
    grow(more) {
      length += more
      if (length > lengthMax) {
        throw new HttpError('provider_failed', 'The answer grew beyond 16 MB and was stopped.')
      }
    },
  }
}

export const toAddress = ({ itemId, index }: OutputPosition) => ({
  item_id: itemId,
  output_index: index,
})
