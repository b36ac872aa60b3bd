import { useState, type RefObject } from 'react'
import { useLocation } from 'wouter'
import { discussPath, putDiscussedView, type DiscussedSpot } from '#queries/discussed-view.ts'
import type { ViewerHandle } from '#viewer/viewer.tsx'
import { viewPx } from '#workshop/pointing/use-ask-spot.tsx'

export function useDiscuss(viewerRef: RefObject<ViewerHandle | null>) {
  const [, navigate] = useLocation()
  const [isTaking, setIsTaking] = useState(false)
  const goOn = (assetId: string, picture: Blob | undefined, spot?: DiscussedSpot) => {
    putDiscussedView({ assetId, picture, spot })
    navigate(discussPath(assetId))
  }
  const discuss = async (assetId: string) => {
    setIsTaking(true)
    let picture: Blob | undefined
    try {
      picture = await viewerRef.current?.picture(viewPx)
    } catch (error) {
      console.warn('The view could not be taken along.', error)
    } finally {
      setIsTaking(false)
    }
    goOn(assetId, picture)
  }
  return { discuss, goOn, isTaking }
}
