import type { ComponentProps, ReactElement } from 'react'

/** What an overlay puts on its trigger: handlers, ARIA attributes, a ref. Spread it on a button. */
export type OverlayTriggerProps = Omit<ComponentProps<'button'>, 'children' | 'className' | 'type'>

export type OverlayTrigger = (props: OverlayTriggerProps) => ReactElement

export type OverlayPlace = {
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  align?: 'start' | 'center' | 'end' | undefined
}
