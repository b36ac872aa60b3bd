import type { Rolldown } from 'vite'

type OnLog = NonNullable<Rolldown.InputOptions['onLog']>

const ofNoUse = /externalized for browser compatibility|^\[PLUGIN_TIMINGS\]/

/**
 * Hides messages that need no action: timings of plugins, and imports of Node modules in packages
 * for Node and browsers, which never load them in a browser.
 */
export const logBuild: OnLog = (level, log, show) => {
  if (log.code === 'PLUGIN_TIMINGS' || ofNoUse.test(log.message)) return
  show(level, log)
}
