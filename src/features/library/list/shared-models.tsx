import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { sharedQuery } from '#queries/shared-with-me.ts'
import { t } from '#languages/library.ts'
import { Thumbnail } from './thumbnail.tsx'

export function SharedModels() {
  const { data } = useQuery(sharedQuery())
  if (!data || data.models.length === 0) return null
  return (
    <section aria-label={t('Shared with you')} className="mb-6">
      <h2 className="mb-2 text-xs font-medium text-ink-muted">{t('Shared with you')}</h2>
      <ul className="flex gap-3 overflow-x-auto pb-1">
        {data.models.map(({ asset, from }) => (
          <li key={asset.id} className="w-36 shrink-0">
            <Link
              href={`/library/${asset.id}`}
              className="block overflow-hidden rounded-lg border border-line hover:border-accent"
            >
              <Thumbnail url={asset.thumbnailUrl} className="aspect-square w-full" />
              <span className="block px-2 py-1.5">
                <span dir="auto" className="block truncate">
                  {asset.name}
                </span>
                <span className="block truncate text-xs text-ink-muted">{from}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
