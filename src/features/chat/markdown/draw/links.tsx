import { withBase } from '#lib/base-path.ts'
import { createContext, use, type MouseEvent, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { modelLinkTo, type ModelLink, type ModelLink as Target } from '#lib/links/model-link.ts'

/** Renders a link to a model. On pages that cannot show models, renders plain text. */
export function ModelTextLink({ link, children }: { link: Target; children: ReactNode }) {
  const [, navigate] = useLocation()
  const followHere = use(FollowModelLinkContext)
  if (!followHere) return <span>{children}</span>
  const path = getStudioPath(link)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    // With another button or a modifier key, the browser opens the studio in a new tab.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (!followHere(link, event.currentTarget)) navigate(path)
  }
  return (
    <a href={withBase(path)} data-model-link="" onClick={follow}>
      {children}
    </a>
  )
}

function getStudioPath({ assetId, place }: Target): string {
  const path = `/asset/${assetId}`
  if (!place) return path
  const [, point = ''] = modelLinkTo(assetId, place).split('#')
  return `${path}?point=${encodeURIComponent(point)}`
}

/**
 * Shows the target of a model link in the chat. Returns false if the chat cannot show the target.
 */
export type FollowModelLink = (link: ModelLink, from: Element) => boolean

export const FollowModelLinkContext = createContext<FollowModelLink | undefined>(undefined)

const schemes = new Set(['http:', 'https:', 'mailto:'])

/** Parses a URL. Returns undefined if `url` is relative or could run scripts. */
export function safeUrl(url: string): URL | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  return parsed && schemes.has(parsed.protocol) ? parsed : undefined
}
