import { Loaded } from '#ui/layout/loaded.tsx'
import { loadCompare } from '../compare/load-compare.ts'
import { prepareDialog } from '#ui/overlays/dialog.tsx'
import { loadCode } from '#ui/layout/loaded-code.ts'
import type { ChatDialogsPanelProps } from './chat-dialogs-panel.tsx'

const load = async () => (await import('./chat-dialogs-panel.tsx')).ChatDialogsPanel

export function prepareChatDialogs(): void {
  // If preloading fails, opening the dialog loads the code again and shows the error.
  for (const part of [load, loadCompare]) loadCode<unknown>(part).catch(() => {})
  prepareDialog()
}

export const ChatDialogs = (props: ChatDialogsPanelProps) => (
  <Loaded load={load} isWanted={props.dialogs.dialog !== undefined} props={props} />
)
