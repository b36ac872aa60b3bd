import { withVite } from '../with-vite.ts'

type Knowledge = { measureKnowledge: () => Promise<Record<string, number>> }

/** Measures how well folders answer questions. The store needs Vite, which bundles its migrations. */
export const benchKnowledge = (): Promise<Record<string, number>> =>
  withVite(async (vite) => {
    const module = (await vite.ssrLoadModule(
      '/src/bench/knowledge/measure-knowledge.ts',
    )) as Knowledge
    return module.measureKnowledge()
  })
