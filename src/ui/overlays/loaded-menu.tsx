import type { ComponentType } from 'react'
import { Loaded } from '../layout/loaded.tsx'
import type { OverlayTrigger } from './overlay-trigger.ts'
import { useOnDemand } from './use-on-demand.ts'

type LoadedMenuProps<Props> = {
  /** Imports the open menu with its actions. Pass the same function in every render. */
  load: () => Promise<ComponentType<Props>>
  props: Props
  trigger: OverlayTrigger
  kind?: 'menu' | 'dialog'
  onPrepare?: (() => void) | undefined
}

export function LoadedMenu<Props extends object>(all: LoadedMenuProps<Props>) {
  const { load, props, trigger, kind = 'menu', onPrepare } = all
  const { isWanted, standIn } = useOnDemand(load, kind, onPrepare)
  return <Loaded load={load} props={props} isWanted={isWanted} fallback={trigger(standIn)} />
}
