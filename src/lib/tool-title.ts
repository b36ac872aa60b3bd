/**
 * What a person calls a tool that is known by its name alone, because it is no longer offered: `files__read_file`
 * becomes “Read file”. What stands before two underscores is the server that it came from.
 */
export function toolTitle(name: string): string {
  const words = name
    .replace(/^.+?__(?=.)/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}
