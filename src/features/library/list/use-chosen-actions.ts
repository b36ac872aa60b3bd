import { tagsMax, type Asset } from '#contract/assets.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/library.ts'
import { useChangeAsset, useDeleteAsset, useRestoreAsset } from '../queries/library-queries.ts'
import { useEach } from './use-each.ts'

/**
 * Returns the actions on all selected models. Each action shows its result as a toast.
 * @param onDone called when no selected model is left in the list. Failed or skipped models stay
 * selected.
 */
export function useChosenActions(ticked: readonly Asset[], onDone: () => void) {
  const remove = useDeleteAsset()
  const restore = useRestoreAsset()
  const change = useChangeAsset()
  const { each, progress, stop } = useEach()

  const throwAway = async () => {
    const gone = await each(ticked, (asset) => remove.mutateAsync(asset))
    if (gone.length === ticked.length) onDone()
    if (gone.length === 0) return
    showToast({
      kind: 'success',
      title:
        gone.length === 1
          ? t('One model moved to the trash')
          : t('{goneCount} moved to the trash', { goneCount: gone.length }),
      action: { label: t('Undo'), onSelect: () => void restoreAll(gone) },
    })
  }

  const restoreAll = async (assets: readonly Asset[]) => {
    const back = await each(assets, (asset) => restore.mutateAsync(asset))
    if (back.length > 0) {
      showToast({
        kind: 'success',
        title:
          back.length === 1
            ? t('One model restored')
            : t('{backCount} models restored', { backCount: back.length }),
      })
    }
    return back.length === assets.length
  }

  const takeBack = async () => {
    if (await restoreAll(ticked)) onDone()
  }

  const tag = async (name: string) => {
    const full = ticked.filter(({ tags }) => tags.length >= tagsMax && !tags.includes(name))
    const tagged = await each(
      ticked.filter((asset) => !full.includes(asset)),
      async ({ id, tags }) => {
        if (!tags.includes(name)) await change.mutateAsync({ id, patch: { tags: [...tags, name] } })
      },
    )
    if (tagged.length === 0 && full.length === 0) return
    showToast({
      kind: full.length === 0 ? 'success' : 'error',
      title: t('Tagged {taggedCount, plural, one {# model} other {# models}} “{name}”', {
        taggedCount: tagged.length,
        name,
      }),
      ...(full.length > 0 && {
        detail: t(
          'Left out because of their {tagsMax} tags: {fullCount, plural, one {# model} other {# models}}.',
          { tagsMax, fullCount: full.length },
        ),
      }),
    })
  }

  const move = async (name: string) => {
    const folder = name === '' ? null : name
    const moved = await each(ticked, ({ id }) => change.mutateAsync({ id, patch: { folder } }))
    if (moved.length === 0) return
    const models = t('{movedCount, plural, one {# model} other {# models}}', {
      movedCount: moved.length,
    })
    showToast({
      kind: 'success',
      title:
        folder === null
          ? t('Removed {models} from their folder', { models })
          : t('Moved {models} to “{name}”', { models, name }),
    })
  }

  return {
    throwAway: () => void throwAway(),
    takeBack: () => void takeBack(),
    tag: (name: string) => void tag(name),
    move: (name: string) => void move(name),
    progress,
    stop,
  }
}
