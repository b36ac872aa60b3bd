/** The last part of an address’s path, as a file name. */
export function nameInPath(pathname: string): string {
  const name = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    // Half an escape is a name too.
    return name
  }
}
