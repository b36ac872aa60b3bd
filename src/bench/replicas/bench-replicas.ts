import { withVite } from '../with-vite.ts'

type Replicas = { replicas: () => Promise<Record<string, number>> }

/**
 * Measures two servers with the same Postgres and the same S3 bucket: lost data when a server is
 * killed, and the additional time.
 */
export const benchReplicas = (): Promise<Record<string, number>> =>
  withVite(async (vite) => {
    const { replicas } = (await vite.ssrLoadModule('/src/bench/replicas/replicas.ts')) as Replicas
    return replicas()
  })
