import { referredBy, relationsOf, type Parts } from './parts.ts'
import { readXml } from './read-xml.ts'
import type { TextSink } from './text-sink.ts'

/** A presentation, slide after slide in the order of the show, with the speaker's notes. @returns how many slides. */
export async function readSlides(parts: Parts, main: string, sink: TextSink): Promise<number> {
  const slides = await referredBy(parts, main, 'sldId')
  for (const [index, { target }] of slides.entries()) {
    if (sink.isFull()) break
    sink.gap()
    sink.add(`## Slide ${index + 1}`)
    sink.gap()
    readShapes(await parts.read(target), sink)
    const relations = [...(await relationsOf(parts, target)).values()]
    const notes = relations.find(({ type }) => type === 'notesSlide')
    if (!notes || !parts.has(notes.target)) continue
    sink.gap()
    sink.add('Notes:')
    sink.line()
    readShapes(await parts.read(notes.target), sink)
  }
  return slides.length
}

function readShapes(bytes: Uint8Array, sink: TextSink): void {
  let isText = false
  /** Fields hold the slide's number and the date. */
  let fields = 0
  readXml(
    bytes,
    {
      open(name) {
        if (name === 't') isText = true
        else if (name === 'fld') fields++
        else if (name === 'br') sink.line()
      },
      close(name) {
        if (name === 't') isText = false
        else if (name === 'fld') fields--
        else if (name === 'p') sink.line()
        else if (name === 'tc') sink.add(' | ')
      },
      text: (words) => {
        if (isText && fields === 0) sink.add(words)
      },
    },
    { isEnough: sink.isFull },
  )
}
