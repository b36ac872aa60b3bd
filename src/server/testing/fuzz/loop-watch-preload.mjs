// With `node --import`, this file makes the process log long turns of its event loop. Each line of
// the log file BOZZETTO_LOOP_LOG is JSON with end time and CPU time.
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { watchLoop } from './loop-watch.mjs'

const notedMs = 20
const file = process.env.BOZZETTO_LOOP_LOG

if (isMainThread && file) {
  watchLoop((cpuMs) => {
    if (cpuMs < notedMs) return
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), cpuMs: Math.round(cpuMs) })}\n`)
  })
}
