import { firstFree } from './first-free.ts'

type Options = {
  taken: Parameters<typeof firstFree>[1]
  /** Id for a name without any of the letters a to z. */
  fallback: string
  /** Longest id in characters, without a number such as `-2`. */
  lengthMax: number
}

/**
 * Creates an id from a name that is not in `taken`, such as `openai-work` from `OpenAI (work)`,
 * then `openai-work-2`.
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
