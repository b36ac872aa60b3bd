import { createContext, use, type MouseEvent, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { modelLinkTo, type ModelLink, type ModelLink as Target } from '#lib/links/model-link.ts'

/**
 * Renders a link to a model or a part of it. It points the model's card in the thread at the part,
 * or opens the studio if there is no card. Outside a thread, as in a shared chat, it renders plain
 * text.
 */
export function ModelTextLink({ link, children }: { link: Target; children: ReactNode }) {
  const [, navigate] = useLocation()
  const followHere = use(FollowModelLinkContext)
  if (!followHere) return <span>{children}</span>
  const path = getStudioPath(link)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    // With another button or a modifier key, let the browser open the studio in a new tab or
    // window.
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

function getStudioPath({ assetId, place }: Target): string {
  const path = `/asset/${assetId}`
  if (!place) return path
  const [, point = ''] = modelLinkTo(assetId, place).split('#')
  return `${path}?point=${encodeURIComponent(point)}`
}

/**
 * Shows the target of a model link near the followed link.
 *
 * @returns whether the target could be shown; otherwise the studio opens.
 */
export type FollowModelLink = (link: ModelLink, from: Element) => boolean

/** Undefined where models cannot be shown, as in a shared chat. */
export const FollowModelLinkContext = createContext<FollowModelLink | undefined>(undefined)

const schemes = new Set(['http:', 'https:', 'mailto:'])

/** Returns `url` if a link to it is safe: absolute, and with a scheme that cannot run scripts. */
export function safeUrl(url: string): URL | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  return parsed && schemes.has(parsed.protocol) ? parsed : undefined
}
