/**
 * Creates a title for a tool that no longer exists, such as “Read file” for `files__read_file`. The
 * prefix before the two underscores is the server.
 */
export function toolTitle(name: string): string {
  const words = name
    .replace(/^.+?__(?=.)/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}
