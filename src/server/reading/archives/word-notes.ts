import { attribute, readXml } from './read-xml.ts'
import { readStory, type WordContext } from './word-story.ts'
import { createTextSink, type TextSink } from './text-sink.ts'

type NoteOptions = {
  context: WordContext
  /** Numbers of the notes to which the text refers, by kind and id. */
  marks: ReadonlyMap<string, number>
  droppedNotes: ReadonlySet<string>
}

const noteLengthMax = 100_000
const noteStart = /<(?:\w+:)?(footnote|endnote|comment)(?=[\s>/])/g

/**
 * Reads the footnotes, endnotes or comments of a Word file, each with its number in the text or its
 * author.
 */
export function readNotes(bytes: Uint8Array, sink: TextSink, options: NoteOptions): void {
  const { context, marks, droppedNotes } = options
  const text = new TextDecoder().decode(bytes)
  const starts = [...text.matchAll(noteStart)]
  if (starts.length === 0) {
    sink.gap()
    readStory(bytes, sink, context)
    return
  }
  for (const [at, start] of starts.entries()) {
    if (sink.isFull()) return
    const xml = new TextEncoder().encode(text.slice(start.index, starts[at + 1]?.index))
    let attributes: Readonly<Record<string, string>> = {}
    let isFirst = true
    readXml(xml.subarray(0, 2_000), {
      open(_name, found) {
        if (isFirst) attributes = found
        isFirst = false
      },
    })
    const key = `${start[1] ?? ''} ${attribute(attributes, 'id') ?? ''}`
    if (/separator|continuation/i.test(attribute(attributes, 'type') ?? '')) continue
    if (droppedNotes.has(key) && !marks.has(key)) continue
    const note = createTextSink(noteLengthMax)
    readStory(xml, note, context)
    if (note.text() === '') continue
    const number = marks.get(key)
    const author = attribute(attributes, 'author')
    sink.gap()
    if (start[1] === 'comment') sink.add(`Comment${author ? ` by ${author}` : ''}: `)
    else if (number !== undefined) sink.add(`[^${number}]: `)
    sink.add(note.text())
    sink.gap()
  }
}
