import { firstFree } from '#lib/first-free.ts'

const lengthMax = 16

/** An id that no server has, made of a name; it stays when the server is renamed. */
export function freeServerId(name: string, taken: ReadonlyMap<string, unknown>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, lengthMax)
    .replace(/-$/, '')
  const base = /[a-z]/.test(plain) ? plain : 'mcp'
  return firstFree((number) => (number === 1 ? base : `${base}-${number}`), taken)
}
