import { cutText } from '#lib/cut-text.ts'

const headingLengthMax = 200

/**
 * Matches the names of files in which a line that begins with `#` is a comment instead of a
 * heading.
 */
const codeName =
  /\.(?!(?:md|mdx|markdown|txt|text|rst|docx|xlsx|pptx|odt|ods|odp|epub|zip|html?)$)\w+$/i

type PlacedText = {
  text: string
  name: string
  pageStarts?: readonly number[] | null | undefined
}

type Place = { page: number | null; heading: string | null }

/**
 * Creates a function that returns the page and headings at a position of a document. Positions must
 * not decrease from call to call.
 */
export function createPlaceFinder({ text, name, pageStarts }: PlacedText): (at: number) => Place {
  const headings = pageStarts || codeName.test(name) ? [] : listHeadings(text)
  let next = 0
  let open: Heading[] = []
  let page = 0
  const starts = pageStarts ?? []
  return (at) => {
    for (; next < headings.length; next++) {
      const heading = headings[next]
      if (!heading || heading.at > at) break
      open = [...open.filter(({ level }) => level < heading.level), heading]
    }
    while (page < starts.length && (starts[page] ?? 0) <= at) page++
    const path = open.map(({ title }) => title).join(' › ')
    return {
      page: pageStarts ? Math.max(1, page) : null,
      heading: path === '' ? null : cutText(path, headingLengthMax),
    }
  }
}

type Heading = { at: number; level: number; title: string }

/** Matches a Markdown heading, the name of a file in a ZIP, or the fence of a code block. */
const marks = /^(?:(#{1,6})[ \t]+(\S.*)|={5} (\S.*) ={5}|(```|~~~).*)$/gm

function listHeadings(text: string): Heading[] {
  const headings: Heading[] = []
  let fence: string | undefined
  for (const { index: at, 1: hashes, 2: title, 3: file, 4: mark } of text.matchAll(marks)) {
    if (mark !== undefined) {
      if (fence === undefined) fence = mark
      else if (fence === mark) fence = undefined
    } else if (file !== undefined) {
      fence = undefined
      headings.push({ at, level: 0, title: file })
    } else if (fence === undefined && hashes !== undefined && title !== undefined) {
      headings.push({ at, level: hashes.length, title: toPlainTitle(title) })
    }
  }
  return headings
}

const toPlainTitle = (title: string): string =>
  title
    // Repetitions have upper bounds, so that the running time is linear.
    .replaceAll(/\{#[^}]{0,100}\}|<[^>]{0,200}>|[*`]/g, '')
    .replaceAll(/\[([^\]]{0,300})\]\([^)]{0,300}\)/g, '$1')
    .trim()
    .replace(/\s#+$/, '')
    .trimEnd()
