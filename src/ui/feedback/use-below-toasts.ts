import type { RefObject } from 'react'
import { useHeightProperty } from '../layout/use-height-property.ts'

const toasts = { name: '--toasts-above', on: () => document.documentElement }

/**
 * Keeps toasts above an element at the bottom of the page, so that toasts do not cover the
 * element's buttons.
 */
export const useBelowToasts = (element: RefObject<HTMLElement | null>): void =>
  useHeightProperty(element, toasts)
