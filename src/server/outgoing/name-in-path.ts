export function nameInPath(pathname: string): string {
  const name = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    // An invalid escape sequence is kept.
    return name
  }
}
