import { useQuery } from '@tanstack/react-query'
import AudioLines from 'lucide-react/icons/audio-lines'
import Box from 'lucide-react/icons/box'
import Cloud from 'lucide-react/icons/cloud'
import Globe from 'lucide-react/icons/globe'
import HardDrive from 'lucide-react/icons/hard-drive'
import Link2 from 'lucide-react/icons/link-2'
import Search from 'lucide-react/icons/search'
import Sparkles from 'lucide-react/icons/sparkles'
import { useId, useState, type ReactNode } from 'react'
import type { ConnectionKind } from '#contract/connections.ts'
import { connectionsQuery, foundServicesQuery } from '#queries/connections.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { Monogram } from '#ui/feedback/monogram.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'
import { FoundServices, type FoundService } from './found-services.tsx'
import { findKinds, kindCategories, listKinds, type KindCategory } from './find-kinds.ts'

type KindGridProps = {
  kinds: readonly ConnectionKind[]
  onPick: (id: string) => void
  onFound: (service: FoundService) => void
}

export function KindGrid({ kinds, onPick, onFound }: KindGridProps) {
  const { data } = useQuery(foundServicesQuery())
  const connected = useQuery(connectionsQuery()).data?.connections ?? []
  const [category, setCategory] = useState<KindCategory>('popular')
  const [query, setQuery] = useState('')
  const isSearching = query.trim() !== ''
  const groups = isSearching ? findKinds(kinds, query) : listKinds(kinds, category)
  const only = groups.length === 1 && groups[0]?.kinds.length === 1 ? groups[0].kinds[0] : undefined
  return (
    <div className="grid gap-x-6 gap-y-4 sm:h-[min(34rem,64dvh)] sm:grid-cols-[12.5rem_minmax(0,1fr)] sm:grid-rows-[auto_minmax(0,1fr)]">
      <form
        className="sm:col-start-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (only) onPick(only.id)
        }}
      >
        <TextField
          type="search"
          aria-label={t('Search services')}
          placeholder={t('Find a service')}
          icon={<Search />}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- users search at once.
          autoFocus
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </form>
      <Categories
        kinds={kinds}
        chosen={isSearching ? undefined : category}
        onChosen={(next) => {
          setCategory(next)
          setQuery('')
        }}
      />
      <div className="-mx-1 flex min-h-0 min-w-0 flex-col gap-6 px-1 pb-1 sm:col-start-2 sm:overflow-y-auto">
        {!isSearching && category === 'popular' && data && data.found.length > 0 && (
          <FoundServices found={data.found} onFound={onFound} />
        )}
        {groups.map(({ title, kinds: listed }) => (
          <Group key={title} title={title}>
            {listed.map((kind) => (
              <KindCard
                key={kind.id}
                kind={kind}
                isConnected={connected.some((one) => one.kind === kind.id)}
                onPick={() => onPick(kind.id)}
              />
            ))}
          </Group>
        ))}
        <output className="block text-center text-ink-muted empty:hidden">
          {groups.length === 0 && t('No matching services.')}
        </output>
      </div>
    </div>
  )
}

type CategoriesProps = {
  kinds: readonly ConnectionKind[]
  chosen: KindCategory | undefined
  onChosen: (category: KindCategory) => void
}

const Categories = ({ kinds, chosen, onChosen }: CategoriesProps) => (
  <nav
    aria-label={t('Kinds of services')}
    className="flex shrink-0 gap-1 max-sm:-mx-6 max-sm:overflow-x-auto max-sm:px-6 sm:col-start-1 sm:row-span-2 sm:row-start-1 sm:flex-col"
  >
    {kindCategories.map(({ id, title }) => (
      <button
        key={id}
        type="button"
        aria-current={id === chosen ? 'true' : undefined}
        onClick={() => onChosen(id)}
        className="flex min-h-8.5 shrink-0 items-center gap-2.25 rounded-md px-2.5 text-start text-ink-muted transition-colors hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink sm:last:mt-auto coarse:min-h-11 [&_svg]:size-4 [&_svg]:text-ink-faint aria-[current]:[&_svg]:text-accent"
      >
        {categoryIcons[id]}
        <span className="flex-1">{title}</span>
        {id !== 'popular' && (
          <span aria-hidden className="text-xs text-ink-faint tabular-nums">
            {listKinds(kinds, id)[0]?.kinds.length}
          </span>
        )}
      </button>
    ))}
  </nav>
)

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2.5 text-xs font-medium text-ink-muted">
        {title}
      </h3>
      {/* Four cards fill two rows of two, because a third column would leave one card alone. */}
      <ul className="grid gap-2.5 sm:grid-cols-2 xl:grid-cols-3 xl:has-[>:nth-child(4):last-child]:grid-cols-2">
        {children}
      </ul>
    </section>
  )
}

type KindCardProps = { kind: ConnectionKind; isConnected: boolean; onPick: () => void }

const KindCard = ({ kind, isConnected, onPick }: KindCardProps) => (
  <li className="flex min-w-0">
    <button
      type="button"
      onClick={onPick}
      className="card-action flex min-h-16 w-full min-w-0 items-center gap-3 px-3 py-2.5 text-start"
    >
      <Monogram name={kind.name} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="line-clamp-2 text-base/5 font-semibold">{kind.name}</span>
          {isConnected && <Badge tone="success">{t('Connected')}</Badge>}
        </span>
        <span className="block text-xs text-pretty text-ink-faint">{kind.about}</span>
      </span>
    </button>
  </li>
)

const categoryIcons: Record<KindCategory, ReactNode> = {
  popular: <Sparkles aria-hidden />,
  local: <HardDrive aria-hidden />,
  cloud: <Cloud aria-hidden />,
  '3d': <Box aria-hidden />,
  web: <Globe aria-hidden />,
  voice: <AudioLines aria-hidden />,
  address: <Link2 aria-hidden />,
}
