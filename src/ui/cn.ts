/** Joins class names. Ignores `false`, `null` and `undefined`. */
export const cn = (...parts: (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(' ')
