import type { Source } from '#contract/chat/chat.ts'
import { cutText } from '#lib/cut-text.ts'
import { ownValue } from '#lib/own-value.ts'
import { asList, isRecord, type Fields } from '#lib/fields.ts'
import { citationFields, type ChatDelta } from '../../../ports/chat-provider.ts'
import { storable } from '../../../store/storable.ts'
import type { LiveRun } from '../live/live-run.ts'

const citationsMax = 100

/**
 * Adds the web pages that a service cites to the sources of the answer. Their order is kept,
 * because the text cites them by number.
 */
export function noteCitations(live: LiveRun, { extra }: ChatDelta): void {
  if (!extra) return
  const before = live.run.sources ?? []
  const known = new Set(before.map(({ url }) => url))
  const added: Source[] = []
  for (const list of citedIn(extra)) {
    // A page that is listed twice keeps both of its numbers.
    added.push(...list.filter(({ url }) => !known.has(url)))
    for (const { url } of list) known.add(url)
  }
  const sources = [...before, ...added].slice(0, Math.max(before.length, citationsMax))
  if (sources.length > before.length) live.note({ sources })
}

function citedIn(extra: Fields): Source[][] {
  const lists = citationFields.map((name) => listIn(ownValue(extra, name)))
  const titles = new Map(
    lists
      .flat()
      .filter(isRecord)
      .map((one) => [getAddress(one), one['title']]),
  )
  return lists.map((list) =>
    list
      .map((one) => (isRecord(one) ? one : { url: one, title: titles.get(one) }))
      .map(toSource)
      .filter((source) => source !== undefined),
  )
}

/**
 * Returns the entries of a list, or of the list in a field of an object (DashScope, Groq). Groq's
 * entries may contain further lists.
 */
const listIn = (list: unknown): readonly unknown[] =>
  asList(isRecord(list) ? (list['search_results'] ?? list['results']) : list).flatMap((one) => {
    if (!isRecord(one)) return [one]
    if (isRecord(one['search_results'])) return listIn(one['search_results'])
    // If a source from Open WebUI has no address, the `metadata` list contains the addresses of the
    // passages.
    if (isRecord(one['source']))
      return getAddress(one['source']) ? [one['source']] : asList(one['metadata']).map(toPassage)
    return [isRecord(one['url_citation']) ? one['url_citation'] : one]
  })

const toPassage = (about: unknown): unknown =>
  isRecord(about) ? { url: about['source'], title: about['name'] } : about

const getAddress = (cited: Fields): unknown => cited['url'] ?? cited['link'] ?? cited['uri']

function toSource(cited: Fields): Source | undefined {
  const { title = cited['name'], content: quote = cited['cited_text'] } = cited
  const url = getAddress(cited)
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined
  const named = typeof title === 'string' && title.trim() ? title : new URL(url).host
  return {
    title: cutText(storable(named), 300),
    url: cutText(storable(url), 2_000),
    quote: typeof quote === 'string' ? cutText(storable(quote), 1_000) : '',
  }
}
