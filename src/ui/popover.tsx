import { lazy, Suspense, type ReactNode } from 'react'
import type { OverlayPlace, OverlayTrigger } from './overlay-trigger.ts'
import { useOnDemand } from './use-on-demand.ts'

export type PopoverProps = OverlayPlace & {
  trigger: OverlayTrigger
  /** Accessible name of what opens. */
  label: string
  children: ReactNode
  className?: string
}

const load = () => import('./popover-popup.tsx')
const PopoverPopup = lazy(async () => ({ default: (await load()).PopoverPopup }))

/** A small panel beside its button, for a few controls or a longer explanation. */
export function Popover(props: PopoverProps) {
  const { isWanted, standIn } = useOnDemand(load, 'dialog')
  const trigger = props.trigger(standIn)
  if (!isWanted) return trigger
  return (
    <Suspense fallback={trigger}>
      <PopoverPopup {...props} />
    </Suspense>
  )
}
