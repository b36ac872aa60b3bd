import { firstFree } from './first-free.ts'

type Options = {
  /** Ids that are given to something else. */
  taken: Parameters<typeof firstFree>[1]
  /** For a name without a letter of a to z. */
  fallback: string
  /** Of the part before a number. */
  lengthMax: number
}

/**
 * An id made of a name that nothing else has: `OpenAI (work)` is `openai-work`, and the next of this name
 * `openai-work-2`.
 */
export function idOfName(name: string, { taken, fallback, lengthMax }: Options): string {
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
