import { readDrawings, readDrawingText } from './drawings-text.ts'
import { readOptional, readRelations, referredBy, warn, type ArchiveParts } from './parts.ts'
import { attribute, readXml } from './read-xml.ts'
import { createTextSink, type TextSink } from './text-sink.ts'

const moreLengthMax = 100_000

/**
 * Reads the slides of a presentation in the order of the show, with the speaker's notes.
 * @returns the number of slides.
 */
export async function readSlides(
  parts: ArchiveParts,
  main: string,
  sink: TextSink,
): Promise<number> {
  let pictures = 0
  const slides = await referredBy(parts, main, 'sldId')
  for (const [index, { target }] of slides.entries()) {
    if (sink.isFull()) break
    sink.gap()
    const bytes = await readOptional(parts, target, `Slide ${index + 1}`)
    const { isHidden, pictures: shown } = bytes ? inspectSlide(bytes) : hasNothing
    pictures += shown
    sink.add(`## Slide ${index + 1}${isHidden ? ' (hidden slide)' : ''}`)
    sink.gap()
    if (!bytes) continue
    readDrawingText(bytes, sink)
    await readDrawings(parts, target, sink)
    const relations = [...(await readRelations(parts, target)).values()]
    const notes = relations.find(({ type }) => type === 'notesSlide')
    const comments = relations.find(({ type }) => type === 'comments')
    if (comments) await readMore(parts, comments.target, { sink, title: 'Comments:' })
    if (notes) await readMore(parts, notes.target, { sink, title: 'Notes:' })
  }
  if (pictures > 0) {
    const what = pictures === 1 ? 'One picture was' : `${pictures} pictures were`
    warn(parts, `${what} left out. Add them as pictures if they matter.`)
  }
  return slides.length
}

type More = { sink: TextSink; title: string }

async function readMore(parts: ArchiveParts, target: string, { sink, title }: More): Promise<void> {
  const bytes = await readOptional(parts, target, 'A part of a slide')
  if (!bytes) return
  const own = createTextSink(moreLengthMax)
  if (title === 'Comments:') readCommentText(bytes, own)
  else readDrawingText(bytes, own)
  if (own.text() === '') return
  sink.gap()
  sink.add(title)
  sink.line()
  sink.add(own.text())
}

function readCommentText(bytes: Uint8Array, sink: TextSink): void {
  let isPlain = false
  readXml(bytes, {
    open: (name) => {
      isPlain = name === 'text'
    },
    close: () => {
      isPlain = false
      sink.line()
    },
    text: (words) => {
      if (isPlain) sink.add(words)
    },
  })
  readDrawingText(bytes, sink)
}

const hasNothing = { isHidden: false, pictures: 0 }

function inspectSlide(bytes: Uint8Array): { isHidden: boolean; pictures: number } {
  let isHidden = false
  let pictures = 0
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'sld') isHidden = /^(?:0|false)$/.test(attribute(attributes, 'show') ?? '')
      else if (name === 'blip') pictures++
    },
  })
  return { isHidden, pictures }
}
