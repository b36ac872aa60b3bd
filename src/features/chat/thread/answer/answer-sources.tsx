import type { Source } from '#contract/chat/chat.ts'
import { formatPlace, hasPlace, nameSource } from './source-place.ts'
import { SourceLink } from './source-link.tsx'

const look = 'underline-offset-2 hover:text-ink hover:underline'

/** Renders the sources of an answer: each file and page once, with all of its citation numbers. */
export const SourceList = ({ sources }: { sources: readonly (Source | undefined)[] }) => (
  <section aria-label="Sources" className="mt-3">
    <h3 className="text-xs font-medium text-ink-faint">Sources</h3>
    <ul className="mt-1 flex flex-col gap-0.5 text-xs">
      {groupSources(sources).map(([first, ...others]) => (
        <li
          key={first.number}
          className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 coarse:min-h-11 coarse:items-center"
        >
          <span className="text-ink-faint tabular-nums">[{first.number}]</span>
          <SourceLink
            source={first.source}
            className={`flex max-w-[calc(100%-2rem)] min-w-0 gap-x-1 text-left text-ink-muted ${look} coarse:leading-[2.75rem]`}
          >
            <bdi className="truncate">{first.source.title}</bdi>
            {hasPlace(first.source) && (
              <bdi className="max-w-[60%] shrink-0 truncate text-ink-faint">
                {' '}
                {formatPlace(first.source)}
              </bdi>
            )}
            {first.source.url !== undefined && (
              // The host stays visible if the title is truncated.
              <span className="max-w-[60%] shrink-0 truncate text-ink-faint">
                {' '}
                {getHost(first.source.url)}
              </span>
            )}
          </SourceLink>
          {others.map(({ number, source }) => (
            <SourceLink
              key={number}
              source={source}
              label={nameSource(number, source)}
              className={`text-ink-faint tabular-nums ${look} coarse:min-w-11 coarse:leading-[2.75rem]`}
            >
              [{number}]{source.page !== undefined && ` p. ${source.page}`}
            </SourceLink>
          ))}
        </li>
      ))}
    </ul>
  </section>
)

type Numbered = { number: number; source: Source }

/**
 * Groups sources: several passages may come from one file, and a page may be both found and read.
 */
function groupSources(sources: readonly (Source | undefined)[]): [Numbered, ...Numbered[]][] {
  const groups = new Map<string, [Numbered, ...Numbered[]]>()
  for (const [at, source] of sources.entries()) {
    if (!source) continue
    const numbered = { number: at + 1, source }
    const key = source.documentId ?? source.url ?? source.title
    const group = groups.get(key)
    if (group) group.push(numbered)
    else groups.set(key, [numbered])
  }
  return [...groups.values()]
}

const getHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')
