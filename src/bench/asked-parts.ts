/**
 * Returns the parts of a benchmark that an environment variable lists, separated by commas.
 * @param usual the parts to run if the variable is not set.
 * @throws {Error} for an unknown part.
 */
export function askedParts(
  variable: string,
  parts: readonly string[],
  usual: readonly string[] = parts,
): readonly string[] {
  const names = process.env[variable]?.split(',') ?? usual
  const unknown = names.filter((name) => !parts.includes(name))
  if (unknown.length > 0) {
    throw new Error(`There is no part ${unknown.join(', ')}. There are: ${parts.join(', ')}.`)
  }
  return names
}
