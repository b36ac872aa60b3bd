import { createContext } from 'react'
import type { ModelLink } from '#lib/links/model-link.ts'

/**
 * Shows the target of a model link near the followed link.
 *
 * @returns whether the target could be shown; otherwise the studio opens.
 */
export type FollowModelLink = (link: ModelLink, from: Element) => boolean

/** Undefined where models cannot be shown, as in a shared chat. */
export const FollowModelLinkContext = createContext<FollowModelLink | undefined>(undefined)
