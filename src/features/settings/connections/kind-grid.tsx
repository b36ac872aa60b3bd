import { useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import Zap from 'lucide-react/icons/zap'
import { useId, useState, type ReactNode } from 'react'
import type { ConnectionKind, FoundServiceList } from '#contract/connections.ts'
import { foundServicesQuery } from '#queries/connections.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { findKinds } from './find-kinds.ts'
import { groupIcons } from './group-icons.tsx'

type Found = FoundServiceList['found'][number]

type KindGridProps = {
  kinds: readonly ConnectionKind[]
  onPick: (id: string) => void
  onFound: (service: Found) => void
}

export function KindGrid({ kinds, onPick, onFound }: KindGridProps) {
  const { data } = useQuery(foundServicesQuery())
  const [query, setQuery] = useState('')
  const groups = findKinds(kinds, query)
  const only = groups.length === 1 && groups[0]?.kinds.length === 1 ? groups[0].kinds[0] : undefined
  return (
    <div className="flex flex-col gap-6">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (only) onPick(only.id)
        }}
      >
        <TextField
          type="search"
          aria-label="Search services"
          placeholder="Search services"
          icon={<Search />}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- who opens it picks or types at once.
          autoFocus
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </form>
      {query === '' && data && data.found.length > 0 && (
        <Group title="Found on this machine">
          {data.found.map((service) => (
            <Card
              key={service.address}
              icon={<Zap className="text-accent" />}
              name={service.name}
              about={service.address}
              onPick={() => onFound(service)}
            />
          ))}
        </Group>
      )}
      {groups.map(({ group, title, kinds: found }) => (
        <Group key={group} title={title}>
          {found.map((kind) => (
            <KindCard key={kind.id} kind={kind} onPick={() => onPick(kind.id)} />
          ))}
        </Group>
      ))}
      <output className="block text-center text-ink-muted empty:hidden">
        {groups.length === 0 && 'No matching services.'}
      </output>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 text-xs font-medium text-ink-faint">
        {title}
      </h3>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">{children}</ul>
    </section>
  )
}

const KindCard = ({ kind, onPick }: { kind: ConnectionKind; onPick: () => void }) => (
  <Card
    icon={groupIcons[kind.group]}
    name={kind.name}
    badge={getBadge(kind.offers)}
    about={kind.about}
    onPick={onPick}
  />
)

type CardProps = {
  icon: ReactNode
  name: string
  badge?: ReactNode
  about: string
  onPick: () => void
}

const Card = ({ icon, name, badge, about, onPick }: CardProps) => (
  <li>
    <button
      type="button"
      onClick={onPick}
      className="flex h-full min-h-11 w-full items-start gap-3 rounded-lg border border-line bg-surface-raised px-3.5 py-3 text-left transition-[border-color,background-color] hover:border-line-strong hover:bg-hover"
    >
      <span aria-hidden className="mt-0.5 text-ink-faint [&_svg]:size-4">
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{name}</span>
          {badge && <Badge>{badge}</Badge>}
        </span>
        <span className="mt-0.5 block text-xs wrap-anywhere text-pretty text-ink-muted">
          {about}
        </span>
      </span>
    </button>
  </li>
)

const getBadge = (offers: ConnectionKind['offers']): string | false => {
  if (offers.includes('web')) return 'Web search'
  return offers.includes('3d') && (offers.includes('chat') ? 'Chat and 3D' : '3D')
}
