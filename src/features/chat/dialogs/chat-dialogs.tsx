import { Loaded } from '#ui/layout/loaded.tsx'
import type { ChatDialogsPanelProps } from './chat-dialogs-panel.tsx'

const load = async () => (await import('./chat-dialogs-panel.tsx')).ChatDialogsPanel

/** Starts to load the dialogs that somebody is about to open. */
export function prepareChatDialogs(): void {
  // A failure comes up again, and is shown, when a dialog is really wanted.
  load().catch(() => {})
}

/** Everything that opens over the chat. Its code comes when the first of it is opened. */
export const ChatDialogs = (props: ChatDialogsPanelProps) => (
  <Loaded load={load} isWanted={props.dialogs.dialog !== undefined} props={props} />
)
