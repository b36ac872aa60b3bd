import { type ReactNode, type RefObject, useState } from 'react'
import { Loaded } from '#ui/layout/loaded.tsx'
import type { ViewerHandle } from '#viewer/viewer.tsx'
import type { Spot } from './spot-stage.tsx'

const loadSpotStage = async () => (await import('./spot-stage.tsx')).SpotStage

/** Size of the picture for the chat in pixels, which AI providers accept without scaling. */
export const viewPx = { widthPx: 1_024, heightPx: 768, background: '#8a8f96' }

export type AskSpot = {
  isPicking: boolean
  setIsPicking: (isPicking: boolean) => void
  onStage: ReactNode
}

export function useAskSpot(
  viewer: RefObject<ViewerHandle | null>,
  onAsked: (spot: Spot, picture: Blob | undefined) => void,
): AskSpot {
  const [isPicking, setIsPicking] = useState(false)
  const take = async (spot: Spot) => {
    let picture: Blob | undefined
    try {
      picture = await viewer.current?.picture(viewPx)
    } catch (error) {
      console.warn('The view could not be taken along.', error)
    }
    setIsPicking(false)
    onAsked(spot, picture)
  }
  return {
    isPicking,
    setIsPicking,
    onStage: isPicking && (
      <Loaded
        load={loadSpotStage}
        props={{ onSpot: (spot) => void take(spot), onCancel: () => setIsPicking(false) }}
      />
    ),
  }
}
