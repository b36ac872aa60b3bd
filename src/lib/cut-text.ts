/**
 * Returns at most `lengthMax` UTF-16 units from the start of `text`, without splitting a surrogate
 * pair.
 */
export function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(lengthMax - 1))
  return text.slice(0, isHalf ? lengthMax - 1 : lengthMax)
}
