import type { ReactNode } from 'react'
import { Loaded } from './loaded.tsx'
import type { OverlayPlace, OverlayTrigger } from './overlay-trigger.ts'
import { useOnDemand } from './use-on-demand.ts'

export type PopoverProps = OverlayPlace & {
  trigger: OverlayTrigger
  /** Accessible name of what opens. */
  label: string
  children: ReactNode
  className?: string
}

const load = async () => (await import('./popover-popup.tsx')).PopoverPopup

/** A small panel beside its button, for a few controls or a longer explanation. */
export function Popover(props: PopoverProps) {
  const { isWanted, standIn } = useOnDemand(load, 'dialog')
  return <Loaded load={load} props={props} isWanted={isWanted} fallback={props.trigger(standIn)} />
}
