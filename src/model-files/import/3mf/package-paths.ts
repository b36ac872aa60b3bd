type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** Normalises a path: no leading slash, no percent escapes, lower case. */
export function tidy(path: string): string {
  const plain = path.replaceAll('\\', '/').replace(/^\//, '')
  try {
    return decodeURIComponent(plain).toLowerCase()
  } catch {
    // A percent sign that starts no escape belongs to the name.
    return plain.toLowerCase()
  }
}

export function contentAt(files: Files, path: string): Uint8Array<ArrayBuffer> | undefined {
  const wanted = tidy(path)
  for (const [name, content] of files) if (tidy(name) === wanted) return content
  return undefined
}
