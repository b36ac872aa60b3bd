import type { ReactNode } from 'react'
import { Loaded } from '../layout/loaded.tsx'
import type { OverlayPlace, OverlayTrigger } from './overlay-trigger.ts'
import { useOnDemand } from './use-on-demand.ts'

export type MenuItem = {
  label: string
  icon?: ReactNode
  onSelect?: () => void
  /** Makes it a link. */
  href?: string
  /** With `href`: downloads under this name, or under the server's. */
  download?: string | true
  /** Shortcut, shown only. */
  keys?: string
  isDangerous?: boolean
  isDisabled?: boolean
}

export type MenuProps = OverlayPlace & {
  trigger: OverlayTrigger
  items: readonly (MenuItem | 'separator')[]
}

const load = async () => (await import('./menu-popup.tsx')).MenuPopup

/** A list of actions behind a button. */
export function Menu(props: MenuProps) {
  const { isWanted, standIn } = useOnDemand(load, 'menu')
  return <Loaded load={load} props={props} isWanted={isWanted} fallback={props.trigger(standIn)} />
}
