import type { RefObject } from 'react'
import { useLocation, useSearch } from 'wouter'
import { readModelLink } from '#lib/model-link.ts'
import type { Asset } from '#contract/assets.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import type { ViewerHandle } from '#viewer/viewer.tsx'
import { useAskSpot, type AskSpot } from '#workshop/pointing/use-ask-spot.tsx'
import { useMemo } from 'react'
import { useDiscuss } from './use-discuss.ts'

const loadPointer = async () => (await import('#workshop/pointing/place-pointer.tsx')).PlacePointer

/** Asking about a place of the model in the canvas, and looking at the one that the address names by `?point=`. */
export function useSpotQuestion(
  viewerRef: RefObject<ViewerHandle | null>,
  asset: Asset | undefined,
): AskSpot {
  const { goOn } = useDiscuss(viewerRef)
  const [path] = useLocation()
  const point = new URLSearchParams(useSearch()).get('point')
  const isMeant = asset !== undefined && path === `/asset/${asset.id}`
  const place = useMemo(
    () =>
      asset && point !== null ? readModelLink(`model:${asset.id}#${point}`)?.place : undefined,
    [asset, point],
  )
  const spot = useAskSpot(viewerRef, (asked, picture) => {
    if (asset) goOn(asset.id, picture, asked)
  })
  return {
    ...spot,
    onStage: (
      <>
        {spot.onStage}
        {isMeant && place && (
          <Loaded load={loadPointer} props={{ place, onMissing: tellMissing }} />
        )}
      </>
    ),
  }
}

const tellMissing = () => showToast({ kind: 'error', title: 'This model has no such part.' })
