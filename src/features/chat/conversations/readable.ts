/** Removes Markdown marks from a text. */
export const readable = (text: string): string => text.replaceAll(/[*_`#|]+/g, '')
