const likeEnough = 0.5
/** Maximum length of names that are compared, because long names in requests would take long. */
const lettersMax = 60

/**
 * Returns up to three `names` that resemble `wanted`, the most similar first.
 * @param atLeast minimum similarity: 1 for equal names, 0 for nothing in common.
 */
export function nearNames(
  wanted: string,
  names: readonly string[],
  atLeast = likeEnough,
): string[] {
  const wantedLetters = getLetters(wanted)
  return names
    .map((name) => ({ name, likeness: likeness(wantedLetters, getLetters(name)) }))
    .filter(({ likeness: value }) => value >= atLeast)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
    .map(({ name }) => name)
}

/** Removes the provider from an id, because the provider does not identify the model. */
const getLetters = (id: string): string =>
  id
    .slice(id.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '')
    .slice(0, lettersMax)

function likeness(a: string, b: string): number {
  if (!a || !b) return 0
  const isPart = a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a))
  return isPart ? 0.9 : 1 - editDistance(a, b) / Math.max(a.length, b.length)
}

/**
 * Returns the number of insertions, deletions, replacements and swaps (optimal string alignment).
 */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let line = 1; line <= a.length; line++) {
    const next = [line]
    for (let column = 1; column <= b.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (a[line - 1] === b[column - 1] ? 0 : 1)
      const isSwap = line > 1 && a[line - 1] === b[column - 2] && a[line - 2] === b[column - 1]
      const swapped = isSwap ? (before[column - 2] ?? Infinity) + 1 : Infinity
      next.push(Math.min(replaced, swapped, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
