import { withVite } from '../with-vite.ts'

type Tolerance = { tolerance: () => Promise<Record<string, number>> }

export const benchTolerance = (): Promise<Record<string, number>> =>
  withVite(async (vite) => {
    const loaded = await vite.ssrLoadModule('/src/bench/tolerance/tolerance.ts')
    return (loaded as Tolerance).tolerance()
  })
