import { cutText } from './cut-text.ts'
import { withoutMentionedIds } from './links/model-mention.ts'

/**
 * Returns the start of a question as a title of one line. Models appear by name, and code without
 * its fences.
 */
export const titleLine = (question: string): string =>
  // Pasted documents may be long, so shorten the text first.
  withoutMentionedIds(cutText(question, 1_000))
    .replace(/^[ \t]*(?:`{3,}|~{3,})[\w+#-]*[ \t]*$/gm, '')
    .replaceAll('`', '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** Title of a chat whose first question has no text and no files. */
export const untitled = 'New chat'
