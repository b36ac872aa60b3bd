import { type ReactNode, type RefObject, useState } from 'react'
import { Loaded } from '#ui/layout/loaded.tsx'
import type { ViewerHandle } from '#viewer/viewer.tsx'
import type { Spot } from './spot-stage.tsx'

const loadSpotStage = async () => (await import('./spot-stage.tsx')).SpotStage

/** Of the picture that the chat is given; services take it as it is. */
export const viewPx = { widthPx: 1_024, heightPx: 768, background: '#8a8f96' }

export type AskSpot = {
  /** The next press on the model is the place that is meant. */
  isPicking: boolean
  setIsPicking: (isPicking: boolean) => void
  /** For the stage of the viewer. */
  onStage: ReactNode
}

/**
 * Lets somebody press a place of a model to ask about it.
 *
 * @param onAsked gets the place, and the view with its mark where that could be drawn.
 */
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
