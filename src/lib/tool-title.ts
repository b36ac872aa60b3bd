/**
 * Creates a title from the name of a tool that no server offers any more: `files__read_file`
 * becomes “Read file”. The prefix before the two underscores is the server.
 */
export function toolTitle(name: string): string {
  const words = name
    .replace(/^.+?__(?=.)/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}
