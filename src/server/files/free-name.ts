/**
 * A name for a file in an archive that no other in it has, on no system.
 *
 * @param name as people call it.
 * @param taken the names given so far; gets this one too.
 */
export function freeName(name: string, ending: string, taken: Set<string>): string {
  const plain = plainName(name)
  let free = `${plain}.${ending}`
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${plain} (${n}).${ending}`
  taken.add(free.toLowerCase())
  return free
}

/** Without what systems do not allow in names of files. */
const plainName = (name: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters are among what is not allowed.
  name.replaceAll(/[\u0000-\u001f<>:"/\\|?*]+/g, '-').slice(0, 120) || 'Untitled'
