import type { Rolldown } from 'vite'

type OnLog = NonNullable<Rolldown.InputOptions['onLog']>

const ofNoUse = /externalized for browser compatibility|^\[PLUGIN_TIMINGS\]/

/**
 * Leaves out what nobody who builds can act on: how long plugins took, and that packages made for Node and
 * browsers alike name modules of Node, which they never load in a browser.
 */
export const logOfBuild: OnLog = (level, log, show) => {
  if (log.code === 'PLUGIN_TIMINGS' || ofNoUse.test(log.message)) return
  show(level, log)
}
