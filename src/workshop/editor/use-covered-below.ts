import type { RefObject } from 'react'
import { useHeightProperty } from '#ui/layout/use-height-property.ts'

const coveredBelow = {
  name: '--covered-below',
  on: (element: HTMLElement) => element.closest('section'),
}

/** Keeps the model and the animation bar above an element at the bottom. */
export const useCoveredBelow = (element: RefObject<HTMLElement | null>): void =>
  useHeightProperty(element, coveredBelow)
