// `node --import` this file and the process notes down the turns of its event loop that took long: into
// the file that BOZZETTO_LOOP_LOG names, a line of JSON each, with when it ended and its CPU time.
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
