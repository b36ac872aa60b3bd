import { cutText } from './cut-text.ts'
import { withoutMentionedIds } from './links/model-mention.ts'

/** What a question begins with, in one line, as a title has it: models by their names alone, code without its marks. */
export const titleLine = (question: string): string =>
  // A pasted document may be long; its beginning is enough.
  withoutMentionedIds(cutText(question, 1_000))
    .replace(/^[ \t]*(?:`{3,}|~{3,})[\w+#-]*[ \t]*$/gm, '')
    .replaceAll('`', '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** Of a chat whose first question has no words and no file. */
export const untitled = 'New chat'
