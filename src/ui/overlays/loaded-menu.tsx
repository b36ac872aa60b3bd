import type { ComponentType } from 'react'
import { Loaded } from '../layout/loaded.tsx'
import type { OverlayTrigger } from './overlay-trigger.ts'
import { useOnDemand } from './use-on-demand.ts'

type LoadedMenuProps<Props> = {
  /** Imports the open menu with all its actions; must be the same function in every render. */
  load: () => Promise<ComponentType<Props>>
  /** Of that menu. */
  props: Props
  trigger: OverlayTrigger
  /** Somebody is about to open it for the first time: loads what its actions need. */
  onPrepare?: (() => void) | undefined
}

/** A menu of which only the button is there at first: its actions and their icons come when somebody points at it. */
export function LoadedMenu<Props extends object>(all: LoadedMenuProps<Props>) {
  const { load, props, trigger, onPrepare } = all
  const { isWanted, standIn } = useOnDemand(load, 'menu', onPrepare)
  return <Loaded load={load} props={props} isWanted={isWanted} fallback={trigger(standIn)} />
}
