import { joinWithCommas } from '#lib/format.ts'
import { useQuery } from '@tanstack/react-query'
import Columns2 from 'lucide-react/icons/columns-2'
import { useSearch } from 'wouter'
import { explainError } from '#lib/explain.ts'
import { idSchema } from '#contract/id.ts'
import { endingOfModel } from '#lib/model-kinds.ts'
import { assetQuery } from '#queries/assets.ts'
import { LinkButton } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/viewer.ts'
import { disambiguateNames } from './disambiguate-names.ts'

const loadCompare = async () => (await import('#workshop/compare/compare-any.tsx')).CompareAny

const assetsMax = 4

/**
 * Renders models of the library side by side. Their ids are in the URL:
 * `/compare?assets=one,another`.
 */
export function ComparePage() {
  const ids = readIds(useSearch())
  const found = useComparedAssets(ids)
  const failed = found.find(({ error }) => error !== null)

  if (ids.length < 2) {
    return (
      <Message title={t('Choose two to four models')}>
        {t('Select them in the library, then press Compare.')}
      </Message>
    )
  }
  if (failed)
    return <Message title={t('These cannot be compared')}>{explainError(failed.error)}</Message>
  const assets = found.flatMap(({ data }) => data ?? [])
  const names = disambiguateNames(assets)
  const models = assets.map((asset, at) => ({
    url: asset.url,
    name: names[at] ?? asset.name,
    fileName: `${asset.name}.${endingOfModel(asset.mimeType)}`,
    sizeBytes: asset.sizeBytes,
    triangles: asset.stats?.triangles,
  }))
  if (models.length < ids.length) {
    return (
      <div className="grid h-full place-items-center text-ink-faint">
        <Spinner label={t('Loading')} className="size-5" />
      </div>
    )
  }
  return (
    <section aria-label={t('Comparison')} className="relative h-full backdrop-stage">
      <h1 className="sr-only">
        {t('Compare {models}', { models: joinWithCommas(models.map(({ name }) => name)) })}
      </h1>
      <Loaded key={ids.join()} load={loadCompare} props={{ models }} />
    </section>
  )
}

/** `useQueries` would add 2 KiB to the code that every page loads at first. */
function useComparedAssets([first, second, third, fourth]: readonly string[]) {
  const found = [useAsset(first), useAsset(second), useAsset(third), useAsset(fourth)]
  return found.filter(({ isEnabled }) => isEnabled)
}

const useAsset = (id: string | undefined) =>
  useQuery({ ...assetQuery(id ?? ''), enabled: id !== undefined })

function readIds(search: string): string[] {
  const named = new URLSearchParams(search).get('assets')?.split(',') ?? []
  return [...new Set(named.filter((id) => idSchema.safeParse(id).success))].slice(0, assetsMax)
}

const Message = ({ title, children }: { title: string; children: string }) => (
  <div className="grid h-full place-items-center overflow-auto">
    <EmptyState
      icon={<Columns2 />}
      title={title}
      action={
        <LinkButton href="/library" variant="primary">
          {t('Go to the library')}
        </LinkButton>
      }
    >
      {children}
    </EmptyState>
  </div>
)
