import { Columns2, Trash2, X } from 'lucide-react'
import { useLocation } from 'wouter'
import { explain } from '#api/http/errors.ts'
import type { Asset } from '#contract/assets.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { useDeleteAsset, useRestoreAsset } from '../queries/library-queries.ts'
import type { Chosen } from './use-chosen.ts'

/** As many as fit beside each other. */
const comparedMax = 4

/** What can be done with all the models that are ticked. */
export function ChosenBar({ chosen, assets }: { chosen: Chosen; assets: readonly Asset[] }) {
  const [, navigate] = useLocation()
  const remove = useDeleteAsset()
  const restore = useRestoreAsset()
  const ids = [...(chosen.ids ?? [])]
  const ticked = assets.filter(({ id }) => chosen.ids?.has(id))
  const canCompare = ids.length >= 2 && ids.length <= comparedMax
  const isTrash = ticked.some(({ deletedAt }) => deletedAt !== undefined)

  async function each(act: (asset: Asset) => Promise<unknown>): Promise<Asset[]> {
    const done: Asset[] = []
    try {
      for (const asset of ticked) {
        await act(asset)
        done.push(asset)
      }
    } catch (error) {
      showToast({
        kind: 'error',
        title: 'Some models could not be changed',
        detail: explain(error),
      })
    }
    return done
  }
  const throwAway = async () => {
    const gone = await each((asset) => remove.mutateAsync(asset))
    chosen.end()
    if (gone.length === 0) return
    showToast({
      kind: 'success',
      title:
        gone.length === 1 ? 'One model moved to the trash' : `${gone.length} moved to the trash`,
      action: {
        label: 'Undo',
        onSelect: () => {
          for (const asset of gone) restore.mutate(asset)
        },
      },
    })
  }

  return (
    <section
      aria-label="Selected models"
      className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-surface-raised px-4 py-2.5 md:px-6"
    >
      <p aria-live="polite" className="mr-auto text-ink-muted tabular-nums">
        {ids.length === 0 ? 'Select models' : `${ids.length} selected`}
        {ids.length > comparedMax && ` · compare up to ${comparedMax}`}
      </p>
      {!isTrash && (
        <>
          <Button
            variant="primary"
            icon={<Columns2 aria-hidden />}
            disabled={!canCompare}
            onClick={() => navigate(`/compare?assets=${ids.join(',')}`)}
          >
            Compare
          </Button>
          <Button
            icon={<Trash2 aria-hidden />}
            disabled={ids.length === 0}
            isLoading={remove.isPending}
            onClick={() => void throwAway()}
          >
            Delete
          </Button>
        </>
      )}
      <IconButton label="Cancel selection" icon={<X aria-hidden />} onClick={chosen.end} />
    </section>
  )
}
