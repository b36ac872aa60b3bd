import type { Rolldown } from 'vite'

type OnLog = NonNullable<Rolldown.InputOptions['onLog']>

const ofNoUse = /externalized for browser compatibility|^\[PLUGIN_TIMINGS\]/

/**
 * Hides build messages that require no action: the duration of plugins, and Node modules in
 * packages that do not load them in a browser.
 */
export const logBuild: OnLog = (level, log, show) => {
  if (log.code === 'PLUGIN_TIMINGS' || ofNoUse.test(log.message)) return
  show(level, log)
}
