import { runParts, type Figures, type BenchPart } from '../run-parts.ts'

const parts: Record<string, () => Promise<BenchPart>> = {
  guesses: async () => (await import('./guesses.ts')).attackGuesses,
  guests: async () => (await import('./guests.ts')).attackAsGuest,
  folder: async () => (await import('./folder.ts')).attackFolder,
  memory: async () => (await import('./memory.ts')).attackMemory,
  loop: async () => (await import('./loop.ts')).attackLoop,
  overspend: async () => (await import('./overspend.ts')).attackBudgets,
  fairness: async () => (await import('./fairness.ts')).attackFairness,
  'sign-ins': async () => (await import('./sign-ins.ts')).attackSignIns,
  power: async () => (await import('./power.ts')).attackPower,
  revoked: async () => (await import('./revoked.ts')).attackRevoked,
  preview: async () => (await import('./preview.ts')).attackPreview,
}

/**
 * Attacks a running server in every way against which the security documentation promises
 * protection. `BOZZETTO_ATTACKS` selects parts, separated by commas (default: all).
 */
export const attacks = (): Promise<Figures> => runParts(parts, 'BOZZETTO_ATTACKS')
