import { fileName } from '#lib/format.ts'

/**
 * Maximum length of a title in a file name, in characters. File systems may cut off longer names.
 */
const titleMax = 60

/** Returns the file name of an export. The name of a zip contains the format inside the zip. */
export function exportName(
  title: string,
  { label, ending }: { label: string; ending: string },
  hasQuads = false,
): string {
  const what = [label, hasQuads && 'quads'].filter(Boolean).join(' ')
  const start = title.trim().slice(0, titleMax)
  return fileName(ending === 'zip' ? `${start === '' ? 'model' : start} ${what}` : title, ending)
}

/** Returns an ASCII name without spaces, for files that refer to each other. */
export function plainName(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^A-Za-z0-9_]+/g, '-')
    .slice(0, titleMax)
    .replaceAll(/^-+|-+$/g, '')
  return plain === '' ? 'model' : plain
}
