import { createContext } from 'react'
import type { ModelLink } from '#lib/links/model-link.ts'

/**
 * Shows what a link to a model means, beside the link that was followed.
 *
 * @returns whether it is there to be shown; otherwise the studio opens.
 */
export type FollowModelLink = (link: ModelLink, from: Element) => boolean

/** Absent where models cannot be shown, as in a chat that others are given to read. */
export const FollowModelLinkContext = createContext<FollowModelLink | undefined>(undefined)
