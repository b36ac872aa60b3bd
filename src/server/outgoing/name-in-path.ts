export function nameInPath(pathname: string): string {
  const name = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    // A name with an invalid escape sequence stays unchanged.
    return name
  }
}
