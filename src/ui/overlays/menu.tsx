import { LoadedMenu } from './loaded-menu.tsx'
import type { MenuProps } from './menu-props.ts'

const load = async () => (await import('./menu-popup.tsx')).MenuPopup

export const Menu = (props: MenuProps) => (
  <LoadedMenu load={load} props={props} trigger={props.trigger} onPrepare={props.onPrepare} />
)
