/**
 * Creates a title for a tool that is not offered any more, from its name: `files__read_file` becomes
 * “Read file”. The prefix before two underscores is the server.
 */
export function toolTitle(name: string): string {
  const words = name
    .replace(/^.+?__(?=.)/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}
