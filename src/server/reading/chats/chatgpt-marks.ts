import { z } from 'zod'

const text = z.string().nullish().catch(null)
const link = { title: text, attribution: text, url: text }
const linkSchema = z.object(link).partial().catch({})
type Link = z.infer<typeof linkSchema>

const referencesSchema = z
  .array(
    z
      .object({
        ...link,
        matched_text: text,
        alt: text,
        items: z.array(linkSchema).nullish().catch(null),
      })
      .partial()
      .catch({}),
  )
  .catch([])

/**
 * Private-use characters before, in and after the marks that ChatGPT inserts for a source, a name
 * or a picture.
 */
const [start, between, end] = ['\u{e200}', '\u{e202}', '\u{e201}']
const mark = new RegExp(`${start}([^${start}${end}]*)(?:${end}|$)`, 'gu')
const strayMark = new RegExp(`[${start}${between}${end}]`, 'gu')
const oldMark = /【\d+(?::\d+)?†[^【】]*】/gu

/**
 * Replaces the marks in an answer by links to its sources and by names, as ChatGPT's page does.
 * @param references `content_references` of the message's metadata.
 */
export function withoutMarks(said: string, references: unknown): string {
  const isMarked = said.includes(start) || said.includes('†')
  if (!isMarked) return said
  const shown = new Map<string, string>()
  for (const { matched_text: matched, alt, items, ...own } of referencesSchema.parse(references)) {
    if (!matched?.startsWith(start)) continue
    shown.set(matched, alt ?? linksTo(items?.length ? items : [own]))
  }
  return said
    .replace(mark, (whole, inside: string) => shown.get(whole) ?? wordsIn(inside))
    .replace(strayMark, '')
    .replace(oldMark, '')
}

/**
 * Returns the name inside a mark: `Node.js` for `entity` and `["software","Node.js",…]`. Empty for
 * a source.
 */
function wordsIn(inside: string): string {
  const [kind, value = ''] = inside.split(between)
  if (kind !== 'entity') return ''
  return /^\["[^"]*","([^"\\]*)"/.exec(value)?.[1] ?? ''
}

function linksTo(links: readonly Link[]): string {
  const all = links.flatMap(({ title, attribution, url }) => {
    if (!url || !/^https?:/.test(url) || !URL.canParse(url)) return []
    const { href, hostname } = new URL(url)
    const name = (attribution || title || hostname).replace(/[[\]\\]/g, String.raw`\$&`)
    return `[${name}](<${href}>)`
  })
  return all.length === 0 ? '' : `(${all.join(', ')})`
}
