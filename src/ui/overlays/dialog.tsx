import type { DialogProps } from './dialog-props.ts'
import { loadCode } from '../layout/loaded-code.ts'
import { Loaded } from '../layout/loaded.tsx'
import { prefetch } from '../layout/prefetch.ts'

const load = async () => (await import('./dialog-panel.tsx')).DialogPanel
// A page that imports this module will probably open a dialog.
prefetch(load)

export function prepareDialog(): void {
  // After a failure here, the code is loaded again when the dialog opens.
  loadCode(load).catch(() => {})
}

export const Dialog = (props: DialogProps) => (
  <Loaded load={load} props={props} isWanted={props.isOpen} />
)
