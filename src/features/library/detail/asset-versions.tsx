import { useQuery } from '@tanstack/react-query'
import Columns2 from 'lucide-react/icons/columns-2'
import { Link, useLocation } from 'wouter'
import type { Asset } from '#contract/assets.ts'
import { versionsQuery } from '#queries/assets.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/library.ts'
import { Thumbnail } from '../list/thumbnail.tsx'

const comparedMax = 4

export function AssetVersions({ asset }: { asset: Asset }) {
  const [, navigate] = useLocation()
  const { data: versions = [] } = useQuery(versionsQuery(asset.id))
  if (versions.length < 2) return null
  const others = versions.filter(({ id }) => id !== asset.id).slice(1 - comparedMax)
  const compared = versions.filter((one) => one.id === asset.id || others.includes(one))
  return (
    <section aria-label={t('Versions')}>
      <h3 className="mb-1.5 text-xs font-medium text-ink-faint">{t('Versions')}</h3>
      <ol className="grid grid-cols-4 gap-2">
        {versions.map(({ id, name, recipe, thumbnailUrl }) => (
          <li key={id} className="min-w-0">
            <Link
              href={`/library/${id}`}
              aria-current={id === asset.id || undefined}
              title={name}
              className="group block rounded-md"
            >
              <Thumbnail
                url={thumbnailUrl}
                className="aspect-square w-full rounded-md border border-line group-aria-current:border-accent"
              />
              <span className="mt-1 block truncate text-center text-xs text-ink-muted">
                {recipe?.source?.step ?? t('Original')}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <Button
        size="sm"
        icon={<Columns2 aria-hidden />}
        onClick={() => navigate(`/compare?assets=${compared.map(({ id }) => id).join(',')}`)}
        className="mt-2"
      >
        {t('Compare versions')}
      </Button>
    </section>
  )
}
