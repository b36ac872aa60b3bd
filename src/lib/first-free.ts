/** The first of the names, by number from 1, that is not used. */
export function firstFree(
  nth: (number: number) => string,
  used: { has: (name: string) => boolean },
): string {
  let number = 1
  while (used.has(nth(number))) number++
  return nth(number)
}
