import { withVite } from '../with-vite.ts'

type Replicas = { replicas: () => Promise<Record<string, number>> }

/** Two servers on one Postgres and one bucket: what is lost when they are killed, and what it costs. */
export const benchReplicas = (): Promise<Record<string, number>> =>
  withVite(async (vite) => {
    const { replicas } = (await vite.ssrLoadModule('/src/bench/replicas/replicas.ts')) as Replicas
    return replicas()
  })
