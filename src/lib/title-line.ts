import { cutText } from './cut-text.ts'
import { withoutMentionedIds } from './links/model-mention.ts'

/**
 * Returns the beginning of a question as a one-line title. Models appear by name, and code without
 * its fences.
 */
export const titleLine = (question: string): string =>
  // Shortens the text first, to bound the work for pasted documents.
  withoutMentionedIds(cutText(question, 1_000))
    .replace(/^[ \t]*(?:`{3,}|~{3,})[\w+#-]*[ \t]*$/gm, '')
    .replaceAll('`', '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** Title of a chat whose first question has neither text nor files. */
export const untitled = 'New chat'
