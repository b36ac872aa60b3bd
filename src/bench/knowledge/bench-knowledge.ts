import { withVite } from '../with-vite.ts'

type Knowledge = { measureKnowledge: () => Promise<Record<string, number>> }

/**
 * Measures how well answers are found in the documents of a folder. Runs through Vite, because the
 * store needs Vite to bundle its migrations.
 */
export const benchKnowledge = (): Promise<Record<string, number>> =>
  withVite(async (vite) => {
    const module = (await vite.ssrLoadModule(
      '/src/bench/knowledge/measure-knowledge.ts',
    )) as Knowledge
    return module.measureKnowledge()
  })
