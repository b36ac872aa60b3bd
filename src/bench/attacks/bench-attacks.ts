import { withVite } from '../with-vite.ts'

type Attacks = { attacks: () => Promise<Record<string, number>> }

export const benchAttacks = (): Promise<Record<string, number>> =>
  withVite(async (vite) => {
    const { attacks } = (await vite.ssrLoadModule('/src/bench/attacks/attacks.ts')) as Attacks
    return attacks()
  })
