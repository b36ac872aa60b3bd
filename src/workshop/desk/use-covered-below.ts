import type { RefObject } from 'react'
import { useHeightProperty } from '#ui/layout/use-height-property.ts'

const coveredBelow = {
  name: '--covered-below',
  on: (element: HTMLElement) => element.closest('section'),
}

/** Keeps a desk's model and its animation bar above what its page puts at the foot of the section around both. */
export const useCoveredBelow = (element: RefObject<HTMLElement | null>): void =>
  useHeightProperty(element, coveredBelow)
