import { withVite } from '../with-vite.ts'

type Knowledge = { measureKnowledge: () => Promise<Record<string, number>> }

/**
 * Measures how often the search in documents finds the passage that answers a question. Runs in
 * Vite, because the database code imports SQL files through Vite.
 */
export const benchKnowledge = (): Promise<Record<string, number>> =>
  withVite(async (vite) => {
    const module = (await vite.ssrLoadModule(
      '/src/bench/knowledge/measure-knowledge.ts',
    )) as Knowledge
    return module.measureKnowledge()
  })
