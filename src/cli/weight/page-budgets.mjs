import { firstVisitKib } from './first-visit.mjs'

/** KiB by which a page may grow without a change of its budget. */
const slackKib = 2

/**
 * Compares the scripts of a first visit to each page with the page's budget.
 * @param clientFolder absolute path of the built page, with its manifest.
 * @param budgets by page: KiB of scripts, and the arguments of `firstVisitKib`.
 */
export const comparePages = (clientFolder, budgets) =>
  Object.entries(budgets).map(([name, { kib, chunk, later }]) => {
    const now = firstVisitKib(clientFolder, chunk, later)
    return { name, now, kib, hasGrown: now > kib + slackKib }
  })
