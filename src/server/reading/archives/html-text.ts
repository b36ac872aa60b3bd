import { readXml } from './read-xml.ts'
import type { TextSink } from './text-sink.ts'

const blocks = new Set(
  'address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody thead tr ul'.split(
    ' ',
  ),
)
const never = new Set('script style noscript template svg math iframe object head title'.split(' '))

type HtmlOptions = {
  without?: ReadonlySet<string>
  within?: ReadonlySet<string>
}

/** Reads the text of a page: headings and list items as Markdown, code with its line breaks. */
export function readHtml(
  bytes: Uint8Array,
  sink: TextSink,
  { without = new Set(), within }: HtmlOptions = {},
): void {
  let left = 0
  let inside = 0
  let preformatted = 0
  let mark = ''
  let hasSpace = false
  const isLeft = (name: string) => never.has(name) || without.has(name)
  const isRead = () => left === 0 && (!within || inside > 0)
  const breakAt = (name: string) => {
    if (name === 'br' || name === 'tr') sink.line()
    else if (/^(?:td|th)$/.test(name)) sink.add(' | ')
    else if (name === 'li') sink.line()
    else if (blocks.has(name)) sink.gap()
    else return
    hasSpace = false
  }
  readXml(
    bytes,
    {
      open(name) {
        if (isLeft(name)) left++
        if (within?.has(name)) inside++
        if (!isRead()) return
        if (name !== 'td' && name !== 'th') breakAt(name)
        if (name === 'pre') preformatted++
        if (name === 'li') mark = '- '
        const level = /^h([1-6])$/.exec(name)?.[1]
        if (level) mark = `${'#'.repeat(Number(level))} `
      },
      close(name) {
        if (isRead()) {
          if (name === 'pre') preformatted--
          if (name !== 'br') breakAt(name)
        }
        if (isLeft(name)) left--
        if (within?.has(name)) inside--
      },
      text(words) {
        if (!isRead()) return
        const said = preformatted > 0 ? words : words.replaceAll(/[ \t\r\n]+/g, ' ')
        const text = preformatted > 0 || !hasSpace ? said : said.trimStart()
        if (text.trim() === '' && mark !== '') return
        sink.add(mark + (mark === '' ? text : text.trimStart()))
        mark = ''
        if (text !== '') hasSpace = text.endsWith(' ')
      },
    },
    { isEnough: sink.isFull, isHtml: true },
  )
}
