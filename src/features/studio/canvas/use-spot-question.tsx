import type { RefObject } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Asset } from '#contract/assets.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import type { ViewerHandle } from '#viewer/viewer.tsx'
import { useAskSpot, type AskSpot } from '#workshop/pointing/use-ask-spot.tsx'
import { useDiscuss } from './use-discuss.ts'

const loadPlace = async () => (await import('./linked-place.tsx')).LinkedPlace

/**
 * Handles questions about a place on the model, and shows the place of `?point=` in the page's
 * address.
 */
export function useSpotQuestion(
  viewerRef: RefObject<ViewerHandle | null>,
  asset: Asset | undefined,
): AskSpot {
  const { goOn } = useDiscuss(viewerRef)
  const [path] = useLocation()
  const point = new URLSearchParams(useSearch()).get('point')
  const isMeant = asset !== undefined && path === `/asset/${asset.id}`
  const spot = useAskSpot(viewerRef, (asked, picture) => {
    if (asset) goOn(asset.id, picture, asked)
  })
  return {
    ...spot,
    onStage: (
      <>
        {spot.onStage}
        {isMeant && point !== null && (
          <Loaded
            key={`${asset.id} ${point}`}
            load={loadPlace}
            props={{ assetId: asset.id, point, notes: asset.notes }}
          />
        )}
      </>
    ),
  }
}
