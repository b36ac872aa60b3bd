import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'
import { explainError } from '#lib/explain.ts'
import { getAsset } from '#api/library.ts'
import { formatMention, formatSpotMention } from '#lib/links/model-mention.ts'
import { t } from '#languages/app.ts'
import { removeSearchParams } from '../remove-search-params.ts'
import { takeDiscussedView } from '#queries/discussed-view.ts'
import { viewFile } from './view-file.ts'
import { showToast } from '#ui/feedback/toasts.ts'

/**
 * Handles `/chat?discuss=ID`. Mentions the model with this id in the question, attaches its picture
 * and removes the param from the URL.
 */
export function useDiscussedAsset(on: {
  mention: (words: string) => void
  addFiles: (files: readonly File[]) => void
}): void {
  const [params] = useSearchParams()
  const assetId = params.get('discuss')
  const take = useEffectEvent(async (id: string) => {
    removeSearchParams()
    const view = takeDiscussedView(id)
    try {
      const { name } = await getAsset(id)
      const model = { id, name }
      on.mention(view?.spot ? formatSpotMention(model, view.spot) : formatMention(model))
      if (view?.picture) on.addFiles([viewFile(view.picture, name)])
    } catch (error) {
      showToast({
        kind: 'error',
        title: t('Could not open the model'),
        detail: explainError(error),
      })
    }
  })
  useEffect(() => {
    if (assetId !== null) void take(assetId)
  }, [assetId])
}
