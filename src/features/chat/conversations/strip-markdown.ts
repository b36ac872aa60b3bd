export const stripMarkdown = (text: string): string => text.replaceAll(/[*_`#|]+/g, '')
