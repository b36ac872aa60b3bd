/** Matches the beginnings of file names that cameras, phones and scanners give. */
const cameraNames =
  /^(img|image|dsc|dscn|dscf|pxl|mvimg|photo|foto|pic|picture|wa|p|gopr|frame|scan|phone|wp|sam|cimg|screenshot|vid|video|file|capture|burst)?$/i

/**
 * Names a scanned object by the common beginning of its photos' names. For `clay-amphora-01.jpg`
 * the name is `Clay amphora`.
 */
export function nameOfObject(
  pictures: readonly { readonly name?: string }[],
  sizeMm: readonly number[],
): string {
  const names = pictures.map(({ name = '' }) => name.replace(/\.[a-z0-9]{1,5}$/i, ''))
  let shared = names[0] ?? ''
  for (const name of names) while (!name.startsWith(shared)) shared = shared.slice(0, -1)
  const words = shared
    .replace(/[_\-.()#]+/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
  while (words.length > 0 && isNoName(words.at(-1) ?? '')) words.pop()
  const name = words.join(' ')
  if (name.replace(/[^\p{L}]/gu, '').length >= 3 && !isNoName(words[0] ?? '')) {
    return name.charAt(0).toUpperCase() + name.slice(1)
  }
  const longest = Math.round(Math.max(0, ...sizeMm))
  return longest > 0 ? `Scanned object, ${longest} mm` : 'Scanned object'
}

const isNoName = (word: string): boolean => cameraNames.test(word.replace(/\d+/g, ''))
