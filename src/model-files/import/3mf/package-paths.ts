type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** Makes paths comparable: without a leading slash, percent escapes and case. */
export function tidy(path: string): string {
  const plain = path.replaceAll('\\', '/').replace(/^\//, '')
  try {
    return decodeURIComponent(plain).toLowerCase()
  } catch {
    // The path has a percent sign that is not an escape.
    return plain.toLowerCase()
  }
}

export function contentAt(files: Files, path: string): Uint8Array<ArrayBuffer> | undefined {
  const wanted = tidy(path)
  for (const [name, content] of files) if (tidy(name) === wanted) return content
  return undefined
}
