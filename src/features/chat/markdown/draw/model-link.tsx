import { type MouseEvent, type ReactNode, use } from 'react'
import { useLocation } from 'wouter'
import { modelLinkTo, type ModelLink as Target } from '#lib/links/model-link.ts'
import { FollowModelLinkContext } from './follow-model-link.ts'

/**
 * Words that point at a model or at a part of it: the camera of its card turns there, or where the thread has no card
 * of it the studio's. Plain words where there is no thread, as in a chat that others are shown.
 */
export function ModelLink({ link, children }: { link: Target; children: ReactNode }) {
  const [, navigate] = useLocation()
  const followHere = use(FollowModelLinkContext)
  if (!followHere) return <span>{children}</span>
  const path = studioPathOf(link)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    // Another tab, or a window of its own, is the studio's.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (!followHere(link, event.currentTarget)) navigate(path)
  }
  return (
    <a href={path} data-model-link="" onClick={follow}>
      {children}
    </a>
  )
}

function studioPathOf({ assetId, place }: Target): string {
  const path = `/asset/${assetId}`
  if (!place) return path
  const [, point = ''] = modelLinkTo(assetId, place).split('#')
  return `${path}?point=${encodeURIComponent(point)}`
}
