/**
 * Returns the first unused name.
 * @param nth returns the candidate with a number, starting at 1.
 */
export function firstFree(
  nth: (number: number) => string,
  used: { has: (name: string) => boolean },
): string {
  let number = 1
  while (used.has(nth(number))) number++
  return nth(number)
}
