import { useState } from 'react'
import type { Conversation, Message } from '#contract/chat/chat.ts'
import type { McpPrompt } from '#contract/mcp-offers.ts'
import type { Prompt } from '#contract/chat/library.ts'
import type { ModelCommand } from '../prompts/model-command-dialog.tsx'

export type ChatDialog =
  | { kind: 'model'; anchor?: Element }
  | { kind: 'another'; answer: Message }
  | { kind: 'compare' }
  | { kind: 'settings' }
  | { kind: 'prompts' }
  | { kind: 'prompt'; prompt: Prompt }
  | { kind: 'server-prompt'; prompt: McpPrompt }
  | { kind: 'model-command'; command: ModelCommand }
  | { kind: 'import' }
  | { kind: 'share'; conversationId: string }
  | { kind: 'rename'; conversation: Conversation }
  | { kind: 'move'; conversation: Conversation }
  | { kind: 'shortcuts' }

export type ChatDialogState = {
  dialog: ChatDialog | undefined
  open: (dialog: ChatDialog) => void
  close: () => void
}

export function useChatDialogs(): ChatDialogState {
  const [dialog, setDialog] = useState<ChatDialog>()
  return { dialog, open: setDialog, close: () => setDialog(undefined) }
}
