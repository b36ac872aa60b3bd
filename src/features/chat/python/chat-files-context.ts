import { createContext } from 'react'
import type { Attachment } from '#contract/chat/chat.ts'

/**
 * Returns the attachments of the chat, oldest first. Undefined on pages that cannot run code, such
 * as shared pages.
 */
export const ChatFilesContext = createContext<(() => readonly Attachment[]) | undefined>(undefined)
