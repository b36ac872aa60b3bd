/**
 * Returns a file name that is unique in an archive on every operating system.
 * @param name display name.
 * @param taken names used so far. The new name is added.
 */
export function freeName(name: string, ending: string, taken: Set<string>): string {
  const plain = plainName(name)
  let free = `${plain}.${ending}`
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${plain} (${n}).${ending}`
  taken.add(free.toLowerCase())
  return free
}

const plainName = (name: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters are not allowed in file names.
  name.replaceAll(/[\u0000-\u001f<>:"/\\|?*]+/g, '-').slice(0, 120) || 'Untitled'
