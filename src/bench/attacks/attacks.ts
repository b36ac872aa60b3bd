import { runParts, type Figures, type BenchPart } from '../run-parts.ts'

const parts: Record<string, () => Promise<BenchPart>> = {
  guests: async () => (await import('./guests.ts')).attackAsGuest,
  overspend: async () => (await import('./overspend.ts')).attackBudgets,
  fairness: async () => (await import('./fairness.ts')).attackFairness,
  revoked: async () => (await import('./revoked.ts')).attackRevoked,
}

/**
 * Attacks a running server where the security documentation states a maximum. `BOZZETTO_ATTACKS` selects parts, separated by commas (default: all).
 */
export const attacks = (): Promise<Figures> => runParts(parts, 'BOZZETTO_ATTACKS')
