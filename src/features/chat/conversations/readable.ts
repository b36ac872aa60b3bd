/** A piece of Markdown without the marks that nobody wants to read in a list. */
export const readable = (text: string): string => text.replaceAll(/[*_`#|]+/g, '')
