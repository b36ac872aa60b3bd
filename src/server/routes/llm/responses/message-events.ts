import { asRecord, isRecord } from '#lib/fields.ts'
import { newId } from '#lib/id.ts'
import { ownValue } from '#lib/own-value.ts'
import type { OutputPart } from '../../../providers/openai/responses/wire.ts'
import { toAddress, type OutputPosition, type ResponseEvents } from './response-events.ts'
import type { OpenItem } from './thought-events.ts'

export type OpenMessage = OpenItem & {
  addText: (text: string, logprobs: readonly unknown[]) => string
  addRefusal: (text: string) => string
  addAnnotations: (annotations: readonly unknown[]) => string
}

export function openMessage(events: ResponseEvents): { message: OpenMessage; frames: string } {
  const { frames, ...place } = events.openItem({
    type: 'message',
    id: `msg_${newId()}`,
    status: 'in_progress',
    role: 'assistant',
    content: [],
  })
  return { message: writeMessage(events, place), frames }
}

function writeMessage(events: ResponseEvents, place: OutputPosition): OpenMessage {
  const { frame } = events
  const parts: OutputPart[] = []
  let about = ''
  const closePart = (): string => {
    const part = parts.at(-1)
    if (!part) return ''
    const said =
      part.type === 'refusal'
        ? frame('response.refusal.done', `${about},"refusal":${JSON.stringify(part.refusal)}`)
        : frame('response.output_text.done', `${about},${textFields(part)}`)
    return said + frame('response.content_part.done', `${about},"part":${JSON.stringify(part)}`)
  }
  const openPart = <Part extends OutputPart>(part: Part): { part: Part; frames: string } => {
    const last = parts.at(-1)
    if (last?.type === part.type) return { part: last as Part, frames: '' }
    const closed = closePart()
    const index = parts.push(part) - 1
    about = JSON.stringify({ ...toAddress(place), content_index: index }).slice(1, -1)
    const added = frame('response.content_part.added', `${about},"part":${JSON.stringify(part)}`)
    return { part, frames: closed + added }
  }

  return {
    addText(text, logprobs) {
      events.grow(text.length)
      const { part, frames } = openPart<TextPart>(emptyText())
      part.text += text
      if (logprobs.length > 0) part.logprobs.push(...logprobs)
      const probs = logprobs.length > 0 ? JSON.stringify(logprobs) : '[]'
      const words = `${about},"delta":${JSON.stringify(text)},"logprobs":${probs}`
      return frames + frame('response.output_text.delta', words)
    },
    addRefusal(text) {
      events.grow(text.length)
      const { part, frames } = openPart({ type: 'refusal' as const, refusal: '' })
      part.refusal += text
      return frames + frame('response.refusal.delta', `${about},"delta":${JSON.stringify(text)}`)
    },
    addAnnotations(annotations) {
      const { part, frames } = openPart<TextPart>(emptyText())
      return annotations.filter(isRecord).reduce((all, given) => {
        // Chat completions nest the fields of an annotation under the name of the annotation's
        // type.
        const annotation = {
          ...asRecord(ownValue(given, String(given['type']))),
          type: given['type'],
        }
        const index = part.annotations.push(annotation) - 1
        const fields = `"annotation_index":${index},"annotation":${JSON.stringify(annotation)}`
        return all + frame('response.output_text.annotation.added', `${about},${fields}`)
      }, frames)
    },
    close(isCutShort) {
      return (
        closePart() +
        events.finishItem(place, {
          type: 'message',
          id: place.itemId,
          status: isCutShort ? 'incomplete' : 'completed',
          role: 'assistant',
          content: parts,
        })
      )
    },
  }
}

type TextPart = Extract<OutputPart, { type: 'output_text' }> & { logprobs: unknown[] }

const emptyText = (): TextPart => ({ type: 'output_text', text: '', annotations: [], logprobs: [] })

const textFields = ({ text, logprobs }: Extract<OutputPart, { type: 'output_text' }>) =>
  `"text":${JSON.stringify(text)},"logprobs":${JSON.stringify(logprobs ?? [])}`
