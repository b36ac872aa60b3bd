import { Loaded } from '../layout/loaded.tsx'
import type { MenuProps } from './menu-props.ts'
import { useOnDemand } from './use-on-demand.ts'

const load = async () => (await import('./menu-popup.tsx')).MenuPopup

/** A list of actions behind a button. */
export function Menu(props: MenuProps) {
  const { isWanted, standIn } = useOnDemand(load, 'menu', props.onPrepare)
  return <Loaded load={load} props={props} isWanted={isWanted} fallback={props.trigger(standIn)} />
}
