import { fileName } from '#lib/format.ts'
import type { exportFormats } from './formats.ts'

/** So that the kind behind it is not cut off. */
const titleMax = 60

/** Under which a written file is saved. A zip says what is in it: more than one kind is a zip. */
export function exportName(
  title: string,
  { label, ending }: Pick<(typeof exportFormats)[number], 'label' | 'ending'>,
  hasQuads = false,
): string {
  const what = [label, hasQuads && 'quads'].filter(Boolean).join(' ')
  const start = title.trim().slice(0, titleMax)
  return fileName(ending === 'zip' ? `${start === '' ? 'model' : start} ${what}` : title, ending)
}

/** For files in a zip that name each other: only letters that every program reads, and no spaces. */
export function plainName(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^A-Za-z0-9_]+/g, '-')
    .slice(0, titleMax)
    .replaceAll(/^-+|-+$/g, '')
  return plain === '' ? 'model' : plain
}
