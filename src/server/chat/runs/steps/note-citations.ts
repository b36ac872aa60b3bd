import type { Source } from '#contract/chat/chat.ts'
import { cutText } from '#lib/cut-text.ts'
import { asList, isRecord, type Fields } from '#lib/fields.ts'
import type { ChatDelta } from '../../../ports/chat-provider.ts'
import { storable } from '../../../store/storable.ts'
import type { LiveRun } from '../live/live-run.ts'

/** Upper bound of pages that one answer cites. */
const citationsMax = 100

/**
 * Adds the web pages that a service cites to the sources of the run: OpenAI's `annotations`, and
 * Perplexity's `citations` with `search_results`. Their order is kept, because the text cites them
 * by number.
 */
export function noteCitations(live: LiveRun, { extra }: ChatDelta): void {
  if (!extra) return
  const before = live.run.sources ?? []
  const known = new Set(before.map(({ url }) => url))
  const added: Source[] = []
  for (const source of citedIn(extra)) {
    if (known.has(source.url) || before.length + added.length >= citationsMax) continue
    known.add(source.url)
    added.push(source)
  }
  if (added.length > 0) live.note({ sources: [...before, ...added] })
}

function citedIn({ annotations, citations, search_results: results }: Fields): Source[] {
  const titles = new Map(
    asList(results)
      .filter(isRecord)
      .map(({ url, title }) => [url, title]),
  )
  return [
    ...asList(citations).map((cited) =>
      isRecord(cited) ? toSource(cited['url'], cited['title']) : toSource(cited, titles.get(cited)),
    ),
    ...asList(annotations)
      .filter(isRecord)
      .map((one) => (isRecord(one['url_citation']) ? one['url_citation'] : one))
      .map(({ url, title, content }) => toSource(url, title, content)),
  ].filter((source) => source !== undefined)
}

function toSource(url: unknown, title: unknown, quote?: unknown): Source | undefined {
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined
  const named = typeof title === 'string' && title.trim() ? title : new URL(url).host
  return {
    title: cutText(storable(named), 300),
    url: cutText(storable(url), 2_000),
    quote: typeof quote === 'string' ? cutText(storable(quote), 1_000) : '',
  }
}
