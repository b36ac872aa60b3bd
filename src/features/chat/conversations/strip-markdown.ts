/** Removes Markdown marks from a text. */
export const stripMarkdown = (text: string): string => text.replaceAll(/[*_`#|]+/g, '')
