import { firstFree } from './first-free.ts'

type Options = {
  taken: Parameters<typeof firstFree>[1]
  fallback: string
  /** Maximum length of the id in characters, without an appended number such as `-2`. */
  lengthMax: number
}

/**
 * Creates an unused id from a name, such as `openai-work` from `OpenAI (work)`, or `openai-work-2`
 * if the first is taken.
 */
export function createIdFromName(name: string, { taken, fallback, lengthMax }: Options): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, lengthMax)
    .replace(/-$/, '')
  const base = /[a-z]/.test(plain) ? plain : fallback
  return firstFree((number) => (number === 1 ? base : `${base}-${number}`), taken)
}
