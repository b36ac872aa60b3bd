import { useState, type RefObject } from 'react'
import { useLocation } from 'wouter'
import { discussPath, putDiscussedView } from '#queries/discussed-view.ts'
import type { ViewerHandle } from '#viewer/viewer.tsx'

/** Of the picture that the chat is given; services take it as it is. */
const viewPx = { widthPx: 1_024, heightPx: 768, background: '#8a8f96' }

/** Goes on in the chat with a model, and with what is seen of it now. */
export function useDiscuss(viewerRef: RefObject<ViewerHandle | null>) {
  const [, navigate] = useLocation()
  const [isTaking, setIsTaking] = useState(false)
  const discuss = async (assetId: string) => {
    setIsTaking(true)
    try {
      const picture = await viewerRef.current?.picture(viewPx)
      if (picture) putDiscussedView(assetId, picture)
    } catch (error) {
      console.warn('The view could not be taken along.', error)
    } finally {
      setIsTaking(false)
    }
    navigate(discussPath(assetId))
  }
  return { discuss, isTaking }
}
