import { withVite } from '../with-vite.ts'

type Knowledge = { measureKnowledge: () => Promise<Record<string, number>> }

/** The server's modules are loaded through Vite, because the store reads its migrations so. */
export const benchKnowledge = (): Promise<Record<string, number>> =>
  withVite(async (vite) => {
    const module = (await vite.ssrLoadModule(
      '/src/bench/knowledge/measure-knowledge.ts',
    )) as Knowledge
    return module.measureKnowledge()
  })
