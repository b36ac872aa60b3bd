import { Loaded } from '#ui/layout/loaded.tsx'
import { loadCompare } from '../compare/load-compare.ts'
import { prepareDialog } from '#ui/overlays/dialog.tsx'
import { loadCode } from '#ui/layout/loaded-code.ts'
import type { ChatDialogsPanelProps } from './chat-dialogs-panel.tsx'

const load = async () => (await import('./chat-dialogs-panel.tsx')).ChatDialogsPanel

/** Starts to load the dialogs that somebody is about to open, above all those with long lists. */
export function prepareChatDialogs(): void {
  // A failure comes up again, and is shown, when a dialog is really wanted.
  for (const part of [load, loadCompare]) loadCode<unknown>(part).catch(() => {})
  prepareDialog()
}

/** Everything that opens over the chat. Its code comes when the first of it is opened. */
export const ChatDialogs = (props: ChatDialogsPanelProps) => (
  <Loaded load={load} isWanted={props.dialogs.dialog !== undefined} props={props} />
)
