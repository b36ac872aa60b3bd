import { cn } from '../cn.ts'

declare module 'react' {
  interface CSSProperties {
    '--hue'?: number
  }
}

type MonogramProps = {
  name: string
  size?: 'xs' | 'sm' | 'md' | 'lg'
  letters?: string
}

const sizes = {
  xs: 'size-5 rounded-code text-2xs',
  sm: 'size-7 rounded-md text-2xs',
  md: 'size-9 rounded-tile text-sm',
  lg: 'size-12 rounded-menu text-lg',
}

/**
 * Renders one or two letters of a name on a coloured tile. The same name always has the same
 * colour.
 */
export const Monogram = ({ name, size = 'md', letters = toLetters(name) }: MonogramProps) => (
  <span
    aria-hidden
    className={cn(
      'hue-tile inline-grid shrink-0 place-items-center font-semibold select-none before:content-[attr(data-letters)]',
      sizes[size],
    )}
    // Drawn by CSS, because letters in the document would become part of the button's accessible
    // name.
    data-letters={size === 'xs' ? letters.slice(0, 1) : letters}
    style={{ '--hue': toHue(name) }}
  />
)

function toLetters(name: string): string {
  const [first = '?', second] = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return `${toInitial(first)}${second === undefined ? '' : toInitial(second)}`.toUpperCase()
}

const toInitial = (word: string): string => String.fromCodePoint(word.codePointAt(0) ?? 0x3f)

function toHue(name: string): number {
  let hash = 0
  for (const letter of name.toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return (hash % 12) * 30 + 15
}
