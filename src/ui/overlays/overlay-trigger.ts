import type { ComponentProps, ReactElement } from 'react'

/** Props for the button that opens a menu or dialog: handlers, ARIA attributes and a ref. */
export type OverlayTriggerProps = Omit<ComponentProps<'button'>, 'children' | 'className' | 'type'>

export type OverlayTrigger = (props: OverlayTriggerProps) => ReactElement

export type OverlayPlace = {
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  align?: 'start' | 'center' | 'end' | undefined
}
