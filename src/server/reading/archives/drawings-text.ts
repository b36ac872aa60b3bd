import { readOptional, readRelations, type ArchiveParts } from './parts.ts'
import { readXml } from './read-xml.ts'
import { formatSerialDate, showsDate } from './sheet-dates.ts'
import type { TextSink } from './text-sink.ts'

/**
 * Reads the charts and SmartArt of a slide or Word file, which are separate files in the archive.
 */
export async function readDrawings(
  parts: ArchiveParts,
  name: string,
  sink: TextSink,
): Promise<void> {
  for (const { type, target } of (await readRelations(parts, name)).values()) {
    const read = type === 'chart' ? readChart : type === 'diagramData' ? readDrawingText : undefined
    if (!read || sink.isFull()) continue
    const bytes = await readOptional(parts, target, type === 'chart' ? 'A chart' : 'A diagram')
    if (!bytes) continue
    sink.gap()
    read(bytes, sink)
  }
}

export function readDrawingText(bytes: Uint8Array, sink: TextSink): void {
  let isText = false
  /** Nesting depth of fields, such as the slide's number or the date, whose text is skipped. */
  let fields = 0
  /**
   * Nesting depth of skipped alternatives. Only the first alternative with text is read, because
   * all have the same text.
   */
  let skipped = 0
  let length = 0
  const alternatives: number[] = []
  readXml(
    bytes,
    {
      open(name) {
        if (name === 'AlternateContent') alternatives.push(length)
        const isChoice = name === 'Choice' || name === 'Fallback'
        if (skipped > 0 || (isChoice && length > (alternatives.at(-1) ?? length))) skipped++
        else if (name === 't') isText = true
        else if (name === 'fld') fields++
        else if (name === 'br') sink.line()
        else if (name === 'tab') sink.add('\t')
      },
      close(name) {
        if (name === 'AlternateContent') alternatives.pop()
        if (skipped > 0) skipped--
        else if (name === 't') isText = false
        else if (name === 'fld') fields--
        else if (name === 'p') sink.line()
        else if (name === 'tc') sink.add(' | ')
      },
      text: (words) => {
        if (!isText || fields > 0 || skipped > 0) return
        sink.add(words)
        length += words.trim().length
      },
    },
    { isEnough: sink.isFull },
  )
}

const roles = new Map<string, Role>([
  ['tx', 'name'],
  ['cat', 'categories'],
  ['xVal', 'categories'],
  ['val', 'values'],
  ['yVal', 'values'],
])

type Role = 'name' | 'categories' | 'values'

type Series = { name: string; categories: Map<number, string>; values: Map<number, string> }

function readChart(bytes: Uint8Array, sink: TextSink): void {
  const { title, series } = seriesIn(bytes)
  sink.add(title === '' ? 'Chart:' : `Chart: ${title}`)
  sink.line()
  if (series.some(({ name }) => name !== '')) {
    sink.add(['', ...series.map(({ name }) => name)].join(' | '))
    sink.line()
  }
  const categories = new Map(series.flatMap((one) => [...one.categories]))
  const places = new Set([...categories.keys(), ...series.flatMap((one) => [...one.values.keys()])])
  for (const at of [...places].toSorted((a, b) => a - b)) {
    if (sink.isFull()) break
    const values = series.map((one) => one.values.get(at) ?? '')
    sink.add([categories.get(at) ?? '', ...values].join(' | '))
    sink.line()
  }
}

function seriesIn(bytes: Uint8Array): { title: string; series: Series[] } {
  const series: Series[] = []
  let title = ''
  let titles = 0
  let inSeries = false
  let role: Role | undefined
  let level = 0
  let format = ''
  let place = 0
  let words: string | undefined
  let isSince1904 = false
  const open = (name: string, { idx, val }: Readonly<Record<string, string>>) => {
    if (name === 'title') titles++
    else if (name === 'date1904') isSince1904 = val !== '0'
    else if (name === 'ser') {
      inSeries = true
      series.push({ name: '', categories: new Map(), values: new Map() })
    } else if (roles.has(name) && inSeries) [role, level, format] = [roles.get(name), 0, '']
    else if (name === 'lvl') level++
    else if (name === 'pt') place = Number(idx)
    else if (name === 'v' || name === 't' || name === 'formatCode') words = ''
  }
  const take = (name: string, said: string) => {
    // In a chart's XML, the title of the chart precedes the series, and the titles of the axes
    // follow.
    if (titles > 0 && series.length === 0) title += said
    const last = series.at(-1)
    if (!last || !role || level > 1) return
    if (name === 'formatCode') format = said
    else if (role === 'name') last.name += said
    else
      last[role].set(
        place,
        showsDate(format) ? (formatSerialDate(Number(said), isSince1904) ?? said) : said,
      )
  }
  const close = (name: string) => {
    if (name === 'title') titles--
    else if (name === 'ser') inSeries = false
    else if (roles.has(name)) role = undefined
    else if (words !== undefined && (name === 'v' || name === 't' || name === 'formatCode')) {
      take(name, words)
      words = undefined
    }
  }
  const text = (more: string) => {
    if (words !== undefined) words += more
  }
  readXml(bytes, { open, close, text })
  return { title: title.trim(), series }
}
