/** Joins class names, ignoring `false`, `null` and `undefined`. */
export const cn = (...parts: (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(' ')
