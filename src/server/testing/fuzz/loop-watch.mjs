import { openSync, readSync } from 'node:fs'

/** How often the loop is looked at; stalls are measured this much too long at most. */
const everyMs = 2

/**
 * Watches the event loop of the thread that calls it, by the CPU time that this thread itself has used
 * from one turn to the next. On a busy machine a turn takes long because others had the processor; that
 * does not count, and neither do other threads, such as those that collect garbage beside it.
 *
 * It needs Linux: no other system tells the CPU time of one thread.
 */
export function watchLoop(onTurn) {
  const readCpuMs = openThreadClock()
  let before = readCpuMs()
  const timer = setInterval(() => {
    const cpuMs = readCpuMs() - before
    onTurn(cpuMs)
    // What the watch itself takes is not the loop's.
    before = readCpuMs()
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** CPU ms of `fixedWork` on the machine that 50 ms a turn are promised for, while nothing else runs there. */
const fixedWorkMs = 4

/**
 * How many times longer than there a piece of work takes here and now: others that share the processor's
 * caches and its clock make CPU time longer too.
 */
export function measureSlowness() {
  const readCpuMs = openThreadClock()
  let shortest = Infinity
  for (let times = 0; times < 3; times++) {
    const before = readCpuMs()
    fixedWork()
    shortest = Math.min(shortest, readCpuMs() - before)
  }
  return Math.max(1, shortest / fixedWorkMs)
}

/** Reads and writes memory and makes objects, as answering does. */
function fixedWork() {
  const list = Array.from({ length: 10_000 }, (_, k) => ({
    id: `n${k}`,
    text: 'word '.repeat(8),
    at: k,
  }))
  const copy = JSON.parse(JSON.stringify(list))
  return Buffer.from(copy.map(({ text }) => text).join('')).toString('base64').length
}

function openThreadClock() {
  // Which thread this is gets settled here, when it is opened.
  const file = openSync('/proc/thread-self/schedstat', 'r')
  const bytes = Buffer.alloc(64)
  return () => {
    const length = readSync(file, bytes, 0, bytes.length, 0)
    return Number(bytes.latin1Slice(0, length).split(' ')[0]) / 1e6
  }
}
