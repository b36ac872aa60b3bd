/**
 * Lists the failed tests of a JSON report of Vitest, and the files that could not be loaded: for
 * each a text with its file, its name and the beginning of its error.
 */
export function listUnitFailures(report: object): string[]

/** Lists the failed flows of a JSON report of Playwright in the same way. */
export function listFlowFailures(report: object): string[]
