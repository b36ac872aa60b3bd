import type { RefObject } from 'react'
import { useHeightProperty } from '../layout/use-height-property.ts'

const toasts = { name: '--toasts-above', on: findToastRegion }

/**
 * Returns the element of the toasts. A property that only toasts use is set on it, because a change
 * of a property of the whole page computes the styles of all elements again.
 */
export function findToastRegion(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-toasts]')
}

/**
 * Keeps toasts above an element at the bottom of the page, so that toasts do not cover the
 * element's buttons.
 */
export const useBelowToasts = (element: RefObject<HTMLElement | null>): void =>
  useHeightProperty(element, toasts)
