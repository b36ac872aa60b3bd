import type { RefObject } from 'react'
import { useHeightProperty } from '../layout/use-height-property.ts'

const toasts = { name: '--toasts-above', on: () => document.documentElement }

/** Keeps toasts above an element at the foot of the page while it is shown: they must not cover its buttons. */
export const useBelowToasts = (element: RefObject<HTMLElement | null>): void =>
  useHeightProperty(element, toasts)
