import { newId } from '#lib/id.ts'
import { toAddress, type OutputPosition, type ResponseEvents } from './response-events.ts'

export type OpenItem = { close: (isCutShort: boolean) => string }

export type OpenThought = OpenItem & { add: (delta: string) => string }

/** Opens a reasoning item. Its text is sent as a summary, because all clients show summaries. */
export function openThought(events: ResponseEvents): { thought: OpenThought; frames: string } {
  const { frames, ...place } = events.openItem({
    type: 'reasoning',
    id: `rs_${newId()}`,
    summary: [],
  })
  const about = { ...toAddress(place), summary_index: 0 }
  const empty = { type: 'summary_text', text: '' }
  const begun = events.event('response.reasoning_summary_part.added', { ...about, part: empty })
  return { thought: writeThought(events, place), frames: frames + begun }
}

function writeThought(events: ResponseEvents, place: OutputPosition): OpenThought {
  const about = { ...toAddress(place), summary_index: 0 }
  let text = ''
  return {
    add(delta) {
      events.grow(delta.length)
      text += delta
      return events.event('response.reasoning_summary_text.delta', { ...about, delta })
    },
    close() {
      const part = { type: 'summary_text' as const, text }
      return (
        events.event('response.reasoning_summary_text.done', { ...about, text }) +
        events.event('response.reasoning_summary_part.done', { ...about, part }) +
        events.finishItem(place, { type: 'reasoning', id: place.itemId, summary: [part] })
      )
    },
  }
}
