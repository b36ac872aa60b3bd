import type { DialogProps } from './dialog-props.ts'
import { loadCode } from '../layout/loaded-code.ts'
import { Loaded } from '../layout/loaded.tsx'
import { prefetch } from '../layout/prefetch.ts'

const load = async () => (await import('./dialog-panel.tsx')).DialogPanel
// Where there is a part with a dialog, somebody may open it.
prefetch(load)

/** Starts to load the code of every dialog. */
export function prepareDialog(): void {
  // A failure comes up again, and is shown, when a dialog is really wanted.
  loadCode(load).catch(() => {})
}

/** Takes the page's place until it is closed. Escape, the cross and a press outside close it. */
export const Dialog = (props: DialogProps) => (
  <Loaded load={load} props={props} isWanted={props.isOpen} />
)
