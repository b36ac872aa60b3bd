import { createContext } from 'react'
import type { Attachment } from '#contract/chat/chat.ts'

/**
 * Returns the attachments of the chat, oldest first. Undefined where nobody can run code, as on
 * shared pages.
 */
export const ChatFilesContext = createContext<(() => readonly Attachment[]) | undefined>(undefined)
