import { firstVisitKib } from './first-visit.mjs'

/** By which a page may grow without its number being changed. */
const slackKib = 2

/**
 * What a first visit to each place loads, beside what it may load.
 *
 * @param clientFolder absolute path of the built page, with its manifest.
 * @param budgets of each place, by its name: KiB of script, and the chunks as `firstVisitKib` takes them.
 */
export const comparePages = (clientFolder, budgets) =>
  Object.entries(budgets).map(([name, { kib, chunk, later }]) => {
    const now = firstVisitKib(clientFolder, chunk, later)
    return { name, now, kib, hasGrown: now > kib + slackKib }
  })
