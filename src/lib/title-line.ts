import { cutText } from './cut-text.ts'
import { withoutMentionedIds } from './links/model-mention.ts'

/**
 * Returns the beginning of a question as a one-line title: mentions as names, code without fences.
 */
export const titleLine = (question: string): string =>
  // Bounds the work for pasted documents.
  withoutMentionedIds(cutText(question, 1_000))
    .replace(/^[ \t]*(?:`{3,}|~{3,})[\w+#-]*[ \t]*$/gm, '')
    .replaceAll('`', '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** Title of a chat whose first question has neither text nor files. */
export const untitled = 'New chat'
