/** Joins class names; `false`, `null` and `undefined` drop out. */
export const cn = (...parts: (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(' ')
