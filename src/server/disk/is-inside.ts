import path from 'node:path'

/**
 * Returns whether a path is a folder itself or a path inside this folder.
 * @param rules of the operating system. Tests replace them.
 */
export function isInside(inner: string, outer: string, rules: path.PlatformPath = path): boolean {
  const relative = rules.relative(outer, inner)
  // Windows returns an absolute path for another drive.
  return relative.split(rules.sep)[0] !== '..' && !rules.isAbsolute(relative)
}
