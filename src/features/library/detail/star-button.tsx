import Star from 'lucide-react/icons/star'
import type { Asset } from '#contract/assets.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { t } from '#languages/library.ts'
import { useChangeAsset } from '../queries/library-queries.ts'

export function StarButton({ asset }: { asset: Asset }) {
  const { mutate, isPending, variables } = useChangeAsset()
  const isStarred = isPending ? (variables.patch.isStarred ?? false) : asset.isStarred
  return (
    <IconButton
      label={isStarred ? t('Remove the star') : t('Star')}
      icon={<Star aria-hidden className={isStarred ? 'fill-accent text-accent' : ''} />}
      variant="secondary"
      className="not-coarse:size-8.5!"
      isActive={isStarred}
      onClick={() =>
        mutate(
          { id: asset.id, patch: { isStarred: !isStarred } },
          {
            onError: reportFailure(t('Could not save the change')),
          },
        )
      }
    />
  )
}
