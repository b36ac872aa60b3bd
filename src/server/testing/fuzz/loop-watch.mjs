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

function openThreadClock() {
  // Which thread this is gets settled here, when it is opened.
  const file = openSync('/proc/thread-self/schedstat', 'r')
  const bytes = Buffer.alloc(64)
  return () => {
    const length = readSync(file, bytes, 0, bytes.length, 0)
    return Number(bytes.latin1Slice(0, length).split(' ')[0]) / 1e6
  }
}
