/**
 * Converts the name of a removed tool to a title, such as “Read file” for `files__read_file`. Drops
 * the server's prefix before the two underscores.
 */
export function toolTitle(name: string): string {
  const words = name
    .replace(/^.+?__(?=.)/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}
