import { readDrawings, readDrawingText } from './drawings-text.ts'
import { referredBy, readRelations, type ArchiveParts } from './parts.ts'
import type { TextSink } from './text-sink.ts'

/**
 * Reads the slides of a presentation in the order of the show, with the speaker's notes. @returns
 * the number of slides.
 */
export async function readSlides(
  parts: ArchiveParts,
  main: string,
  sink: TextSink,
): Promise<number> {
  const slides = await referredBy(parts, main, 'sldId')
  for (const [index, { target }] of slides.entries()) {
    if (sink.isFull()) break
    sink.gap()
    sink.add(`## Slide ${index + 1}`)
    sink.gap()
    readDrawingText(await parts.read(target), sink)
    await readDrawings(parts, target, sink)
    const relations = [...(await readRelations(parts, target)).values()]
    const notes = relations.find(({ type }) => type === 'notesSlide')
    if (!notes || !parts.has(notes.target)) continue
    sink.gap()
    sink.add('Notes:')
    sink.line()
    readDrawingText(await parts.read(notes.target), sink)
  }
  return slides.length
}
