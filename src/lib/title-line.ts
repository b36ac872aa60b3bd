import { cutText } from './cut-text.ts'
import { withoutMentionedIds } from './links/model-mention.ts'

/**
 * Returns the start of a question as a title of one line. Model ids become names, and code loses
 * its fences.
 */
export const titleLine = (question: string): string =>
  // Cut the text first, because a pasted document may be long.
  withoutMentionedIds(cutText(question, 1_000))
    .replace(/^[ \t]*(?:`{3,}|~{3,})[\w+#-]*[ \t]*$/gm, '')
    .replaceAll('`', '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** Title of a chat whose first question has no text and no files. */
export const untitled = 'New chat'
