import { detectEncoding } from '#lib/encodings/detect-encoding.ts'
import { toUtf8, type TextHint } from '../plain-text.ts'
import { createTextSink } from './text-sink.ts'
import { readHtml } from './html-text.ts'
import { readXml } from './read-xml.ts'

/** Text of an HTML page. `encoding` is absent for UTF-8. */
export type PageText = { title: string; text: string; encoding?: string }

const textMax = 100_000
const titleMax = 300
const around = new Set(['nav', 'footer', 'aside', 'form', 'button', 'select', 'dialog'])
const subject = new Set(['main', 'article'])
/**
 * Minimum length of the text in a page's `main` element, in UTF-16 units. A shorter text means that
 * scripts fill the page.
 */
const subjectMin = 400

/**
 * Reads the text of an HTML page: its `main` element if the page has one, otherwise the whole page.
 * @param hint encoding that a person chose or that the server names. The server's name is often
 * wrong.
 */
export function readPage(page: Uint8Array, hint: TextHint = {}): PageText {
  const encoding = hint.encoding ?? detectEncoding(page, hint.label).encoding
  const bytes = toUtf8(page, encoding)
  const main = getWords(bytes, subject)
  return {
    title: getTitle(bytes),
    text: main.length >= subjectMin ? main : getWords(bytes),
    ...(encoding !== 'utf-8' && { encoding }),
  }
}

function getWords(bytes: Uint8Array, within?: ReadonlySet<string>): string {
  const sink = createTextSink(textMax)
  readHtml(bytes, sink, { without: around, ...(within && { within }) })
  return sink.text().slice(0, textMax)
}

function getTitle(bytes: Uint8Array): string {
  let title = ''
  let isIn = false
  let isOver = false
  readXml(
    bytes,
    {
      open: (name) => {
        isIn = name === 'title' && !isOver
      },
      close: (name) => {
        if (name !== 'title' || !isIn) return
        isIn = false
        isOver = true
      },
      text: (words) => {
        if (isIn) title += words
      },
    },
    { isEnough: () => isOver, isHtml: true },
  )
  return title.replaceAll(/\s+/g, ' ').trim().slice(0, titleMax)
}
