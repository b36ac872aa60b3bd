import type { DialogProps } from './dialog-props.ts'
import { Loaded } from '../layout/loaded.tsx'

const load = async () => (await import('./dialog-panel.tsx')).DialogPanel

/** Takes the page's place until it is closed. Escape, the cross and a press outside close it. */
export const Dialog = (props: DialogProps) => (
  <Loaded load={load} props={props} isWanted={props.isOpen} />
)
