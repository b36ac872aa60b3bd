import { firstVisitKib } from './first-visit.mjs'

/** Tolerated growth of a page without changing its budget, in KiB. */
const slackKib = 2

/**
 * Compares the scripts of a first visit to each page with its budget.
 * @param clientFolder absolute path of the built page, with its manifest.
 * @param budgets by page: KiB of script, and the chunks in the form of `firstVisitKib`.
 */
export const comparePages = (clientFolder, budgets) =>
  Object.entries(budgets).map(([name, { kib, chunk, later }]) => {
    const now = firstVisitKib(clientFolder, chunk, later)
    return { name, now, kib, hasGrown: now > kib + slackKib }
  })
