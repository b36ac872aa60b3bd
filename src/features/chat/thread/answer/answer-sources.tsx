import type { Source } from '#contract/chat/chat.ts'
import { t } from '#languages/app.ts'
import { formatPlace, hasPlace, nameSource } from './source-place.ts'
import FileText from 'lucide-react/icons/file-text'
import Globe from 'lucide-react/icons/globe'
import { Tile } from '#ui/feedback/tile.tsx'
import { SourceLink } from './source-link.tsx'

const look = 'underline-offset-2 hover:text-ink hover:underline'

export const SourceList = ({ sources }: { sources: readonly (Source | undefined)[] }) => (
  <section aria-label={t('Sources')} className="mt-4">
    <h3 className="text-xs font-medium text-ink-muted">{t('Sources')}</h3>
    <ul className="mt-1.5 grid gap-2 text-xs sm:grid-cols-2">
      {groupSources(sources).map(([first, ...others]) => (
        <li
          key={first.number}
          className="relative flex min-h-12 min-w-0 items-center gap-2.5 card-action px-2.5 py-1.5"
        >
          <span className="order-last grid h-5 min-w-5 shrink-0 place-items-center rounded-code bg-hover px-1 text-2xs font-medium text-ink-muted tabular-nums">
            [{first.number}]
          </span>
          <Tile size="sm" icon={first.source.url === undefined ? <FileText /> : <Globe />} />
          <SourceLink
            source={first.source}
            className="flex min-w-0 flex-1 flex-col text-start after:absolute after:inset-0 after:rounded-[inherit]"
          >
            <bdi className="truncate font-medium text-ink">{first.source.title}</bdi>
            {hasPlace(first.source) && (
              <bdi className="truncate text-ink-muted"> {formatPlace(first.source)}</bdi>
            )}
            {first.source.url !== undefined && (
              // Truncate only the title, so that the host stays visible.
              <span className="truncate text-ink-muted"> {getHost(first.source.url)}</span>
            )}
          </SourceLink>
          {others.map(({ number, source }) => (
            <SourceLink
              key={number}
              source={source}
              label={nameSource(number, source)}
              className={`relative z-10 min-h-6 text-ink-muted tabular-nums ${look} coarse:min-h-11 coarse:min-w-11`}
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

/** Groups sources by file or page, because several passages may come from the same file. */
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
