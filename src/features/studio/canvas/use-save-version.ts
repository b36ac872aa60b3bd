import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Asset } from '#contract/assets.ts'
import { explainError } from '#lib/explain.ts'
import { loadCode } from '#ui/layout/loaded-code.ts'
import { prefetch } from '#ui/layout/prefetch.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'

const loadSaving = () => import('./save-version.ts')

/**
 * Returns a function that saves an edited model as a version of an asset.
 * @param onSaved decides which model is shown next.
 */
export function useSaveVersion(asset: Asset | undefined, onSaved: (made: Asset) => void) {
  const client = useQueryClient()
  useEffect(() => prefetch(loadSaving), [])
  if (!asset) return undefined
  return async (glb: Blob, step: string) => {
    try {
      const { saveVersion } = await loadCode(loadSaving)
      await saveVersion({ asset, glb, step }, client, onSaved)
      return true
    } catch (error) {
      showToast({
        kind: 'error',
        title: t('Could not save the version'),
        detail: explainError(error),
      })
      return false
    }
  }
}
