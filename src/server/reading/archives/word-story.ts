import type { TextSink } from './text-sink.ts'
import { createTextSink } from './text-sink.ts'
import { attribute, readXml } from './read-xml.ts'
import type { Relation } from './parts.ts'
import { createWordFields } from './word-fields.ts'
import type { NextLabel } from './word-numbering.ts'
import {
  findHeadingLevel,
  isOn,
  toHeadingLevel,
  type ListPlace,
  type WordStyles,
} from './word-styles.ts'
import { toShownWords, toSymbol } from './word-symbols.ts'
import { createWordTables } from './word-tables.ts'

export type WordContext = {
  styles: WordStyles
  nextLabel: NextLabel
  relations: ReadonlyMap<string, Relation>
  noteMark: (kind: string, id: string) => string
  /** Leaves out a note whose reference was deleted. */
  dropNote: (kind: string, id: string) => void
  found: { pictures: number; hidden: number; chunks: string[] }
}

type Attributes = Readonly<Record<string, string>>

/**
 * Matches elements whose text is not shown: deleted or moved text, former properties, and guides to
 * pronunciation.
 */
const dropped = /^(?:del|moveFrom|rt|sdtPr|\w+Change)$/
/** Elements of formulas, each with the sign that is written before its text. */
const formulaSigns = new Map([
  ['num', ''],
  ['den', '/'],
  ['sup', '^'],
  ['sub', '_'],
])
const boxLengthMax = 200_000

type Paragraph = {
  text: string
  style: string
  list: Partial<ListPlace>
  outline: string | undefined
  isMarkDeleted: boolean
}
const emptyParagraph = (): Paragraph => ({
  text: '',
  style: '',
  list: {},
  outline: undefined,
  isMarkDeleted: false,
})

type Frame = {
  sink: TextSink
  paragraph: Paragraph
  tables: ReturnType<typeof createWordTables>
  boxes: string[]
  wasItem: boolean
}

/**
 * Reads the main text of a Word file, a note, a header or a comment. The text of a text box follows
 * the paragraph that contains its anchor.
 */
export function readStory(bytes: Uint8Array, sink: TextSink, context: WordContext): void {
  const story = new Story(sink, context)
  readXml(
    bytes,
    {
      open: (name, attributes) => story.open(name, attributes),
      close: (name) => story.close(name),
      text: (words) => story.text(words),
    },
    { isEnough: sink.isFull },
  )
  story.end()
}

const newFrame = (sink: TextSink): Frame => ({
  sink,
  paragraph: emptyParagraph(),
  tables: createWordTables(sink),
  boxes: [],
  wasItem: false,
})

class Story {
  private readonly frames: Frame[] = []
  private frame: Frame
  private readonly context: WordContext
  private skipped = 0
  private isText = false
  private properties = ''
  private font = ''
  private isHidden = false
  private isHiddenOpen = false
  private length = 0
  private readonly links: { url: string; start: number }[] = []
  private readonly formulas: { sign: string; start: number }[] = []
  private readonly alternatives: number[] = []
  private readonly fields = createWordFields()

  constructor(sink: TextSink, context: WordContext) {
    this.frame = newFrame(sink)
    this.context = context
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'AlternateContent') this.alternatives.push(this.length)
    const isRepeated =
      (name === 'Choice' || name === 'Fallback') &&
      this.length > (this.alternatives.at(-1) ?? this.length)
    if (this.skipped > 0 || isRepeated || dropped.test(name)) {
      this.skip(name, attributes)
      return
    }
    if (/^(?:pPr|rPr|trPr|tcPr)$/.test(name)) this.properties ||= name
    if (this.properties !== '') this.openProperty(name, attributes)
    else if (name === 'txbxContent') {
      this.frames.push(this.frame)
      this.frame = newFrame(createTextSink(boxLengthMax))
    } else if (name === 'r') [this.font, this.isHidden] = ['', false]
    else if (this.frame.tables.open(name)) this.frame.wasItem = false
    else {
      this.fields.open(name, attributes, this.frame.paragraph.text.length)
      this.openContent(name, attributes)
    }
  }

  close(name: string): void {
    if (name === 'AlternateContent') this.alternatives.pop()
    if (this.skipped > 0) {
      this.skipped--
      return
    }
    if (name === this.properties) this.properties = ''
    if (this.properties !== '') return
    if (name === 't') this.isText = false
    else if (name === 'p') this.endParagraph()
    else if (name === 'hyperlink') this.addLink(this.links.pop())
    else if (name === 'txbxContent') {
      const box = this.frame.sink.text()
      this.frame = this.frames.pop() ?? this.frame
      if (box !== '') this.frame.boxes.push(box)
    } else if (formulaSigns.has(name)) this.closeFormula()
    else if (!this.frame.tables.close(name)) {
      const field = this.fields.close(name)
      if (field?.words !== undefined) this.add(field.words)
      this.addLink(field?.link)
    }
  }

  text(words: string): void {
    if (this.isText) this.add(toShownWords(words, this.font))
    else if (this.skipped === 0) this.fields.addCode(words)
  }

  end(): void {
    if (this.frame.paragraph.text !== '') this.endParagraph()
  }

  private skip(name: string, attributes: Attributes): void {
    const isMark = this.skipped === 0 && /^(?:del|moveFrom)$/.test(name)
    this.skipped++
    // Inside properties, this element marks the row or the end of the paragraph as deleted.
    if (isMark && this.properties === 'trPr') this.frame.tables.deleteRow()
    else if (isMark && this.properties === 'pPr') this.frame.paragraph.isMarkDeleted = true
    if (/^(?:footnote|endnote)Reference$/.test(name)) {
      this.context.dropNote(name.slice(0, -9), attribute(attributes, 'id') ?? '')
    }
  }

  private add(words: string): void {
    if (words === '' || this.skipped > 0 || this.fields.isInCode()) return
    const { paragraph } = this.frame
    if (this.isHidden !== this.isHiddenOpen) {
      paragraph.text += this.isHidden ? '[hidden text: ' : ']'
      if (this.isHidden) this.context.found.hidden++
      this.isHiddenOpen = this.isHidden
    }
    paragraph.text += words
    this.length += words.trim().length
  }

  private addLink(link: { url: string; start: number } | undefined): void {
    if (!link || !/^(?:https?|mailto|ftp):/i.test(link.url)) return
    const { text } = this.frame.paragraph
    const words = text.slice(link.start)
    if (words.trim() === '' || words.includes(link.url)) return
    this.frame.paragraph.text = `${text.slice(0, link.start)}[${words}](${link.url})`
  }

  private endParagraph(): void {
    if (this.isHiddenOpen) this.frame.paragraph.text += ']'
    this.isHiddenOpen = false
    const { paragraph } = this.frame
    this.frame.paragraph = emptyParagraph()
    if (paragraph.isMarkDeleted) {
      // A paragraph whose end was deleted continues in the next paragraph.
      this.frame.paragraph.text = paragraph.text
      return
    }
    this.writeParagraph(paragraph)
    this.writeBoxes()
  }

  private writeParagraph(paragraph: Paragraph): void {
    const { tables, sink, wasItem } = this.frame
    const { mark, isItem } = getMark(paragraph, this.context)
    const isBlank = paragraph.text.trim() === ''
    if (tables.isInCell()) {
      tables.addToCell(isBlank ? '' : mark + paragraph.text)
      return
    }
    if (isItem && wasItem) sink.line()
    else sink.gap()
    if (!isBlank) {
      sink.add(mark + paragraph.text.replace(/^\n+/, '').trimEnd())
      this.frame.wasItem = isItem
    }
    sink.line()
  }

  private writeBoxes(): void {
    const { tables, sink, boxes } = this.frame
    for (const box of boxes.splice(0)) {
      if (tables.isInCell()) tables.addToCell(box.replaceAll('\n', ' '))
      else {
        sink.gap()
        sink.add(box)
        sink.line()
      }
    }
  }

  private openProperty(name: string, attributes: Attributes): void {
    const value = attribute(attributes, 'val') ?? ''
    const { paragraph, tables } = this.frame
    const isRun = this.properties === 'rPr'
    if (name === 'pStyle') paragraph.style = value
    else if (name === 'numId') paragraph.list.numId = value
    else if (name === 'ilvl') paragraph.list.level = Number(value)
    else if (name === 'numPr') paragraph.list.level ??= 0
    else if (name === 'outlineLvl') paragraph.outline = value
    else if (name === 'rFonts' && isRun) this.font = attribute(attributes, 'ascii') ?? ''
    else if (name === 'vanish' && isRun) this.isHidden = isOn(value)
    else if (name === 'rStyle' && isRun) {
      this.isHidden = this.context.styles.get(value)?.isHidden ?? false
    } else tables.openProperty(name, value)
  }

  private openContent(name: string, attributes: Attributes): void {
    const { found, relations, noteMark } = this.context
    const start = this.frame.paragraph.text.length
    const id = attribute(attributes, 'id') ?? ''
    const sign = formulaSigns.get(name)
    if (name === 't') this.isText = true
    else if (name === 'tab' || name === 'ptab') this.add('\t')
    else if (name === 'br' || name === 'cr') this.add(this.frame.tables.isInCell() ? ' ' : '\n')
    else if (name === 'noBreakHyphen') this.add('‑')
    else if (name === 'sym') {
      this.add(toSymbol(attribute(attributes, 'font') ?? '', attribute(attributes, 'char') ?? ''))
    } else if (name === 'blip' || name === 'imagedata') found.pictures++
    else if (name === 'footnoteReference' || name === 'endnoteReference') {
      this.add(noteMark(name.slice(0, -9), id))
    } else if (name === 'altChunk') found.chunks.push(id)
    else if (name === 'hyperlink') {
      const relation = relations.get(id)
      this.links.push({ url: relation?.isExternal ? relation.target : '', start })
    } else if (sign !== undefined) this.formulas.push({ sign, start })
    else if (name === 'rad') this.add('√')
  }

  private closeFormula(): void {
    const formula = this.formulas.pop()
    const { text } = this.frame.paragraph
    const words = formula ? text.slice(formula.start) : ''
    if (!formula || words === '') return
    const isWord = /^[\p{L}\p{N}.,]+$/u.test(words)
    const before = text.slice(0, formula.start)
    this.frame.paragraph.text = `${before}${formula.sign}${isWord ? words : `(${words})`}`
  }
}

function getMark(
  { style, list, outline }: Paragraph,
  { styles, nextLabel }: WordContext,
): { mark: string; isItem: boolean } {
  const named = styles.get(style)
  const place = { ...named?.list, ...list }
  const heading =
    named?.heading ?? findHeadingLevel(style) ?? (outline && toHeadingLevel(outline)) ?? undefined
  const isListed = place.numId !== undefined || list.level !== undefined
  const level = place.level ?? 0
  const label = !isListed
    ? undefined
    : place.numId === undefined
      ? '-'
      : nextLabel({ numId: place.numId, level })
  const labelled = label === undefined || label === '' ? '' : `${label} `
  if (heading) {
    return { mark: `${'#'.repeat(heading)} ${labelled === '- ' ? '' : labelled}`, isItem: false }
  }
  return { mark: labelled && '  '.repeat(level) + labelled, isItem: labelled !== '' }
}
