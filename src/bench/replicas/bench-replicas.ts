import { withVite } from '../with-vite.ts'

type Replicas = { replicas: () => Promise<Record<string, number>> }

/**
 * Measures two servers with one Postgres and one bucket: data loss when they are killed, and
 * overhead.
 */
export const benchReplicas = (): Promise<Record<string, number>> =>
  withVite(async (vite) => {
    const { replicas } = (await vite.ssrLoadModule('/src/bench/replicas/replicas.ts')) as Replicas
    return replicas()
  })
