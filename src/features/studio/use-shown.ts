import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { explainError } from '#lib/explain.ts'
import type { Asset } from '#contract/assets.ts'
import type { Task } from '#contract/tasks.ts'
import { assetQuery } from '#queries/assets.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'
import { useStudio } from './state/store.ts'

export function useShown(tasks: readonly Task[]) {
  const shown = useStudio((state) => state.shown)
  const task = shown?.kind === 'task' ? tasks.find(({ id }) => id === shown.id) : undefined
  const { data: opened, error } = useQuery({
    ...assetQuery(shown?.id ?? ''),
    enabled: shown?.kind === 'asset',
  })
  useEffect(() => {
    if (error)
      showToast({
        kind: 'error',
        title: t('Could not open the model'),
        detail: explainError(error),
      })
  }, [error])
  const asset = useLastAsset(shown === undefined, task?.asset ?? opened)
  return { task, asset, madeBy: asset && tasks.find((one) => one.asset?.id === asset.id) }
}

function useLastAsset(isCleared: boolean, asset: Asset | undefined): Asset | undefined {
  const [held, setHeld] = useState<Asset>()
  if (asset && asset !== held) setHeld(asset)
  if (isCleared && held && !asset) setHeld(undefined)
  return asset ?? (isCleared ? undefined : held)
}
