import { openSync, readSync } from 'node:fs'

/** Interval of measurements in milliseconds, which is also their maximum error. */
const everyMs = 2

/**
 * Measures the turns of the calling thread's event loop by its CPU time. Wall-clock time would
 * include other processes, and the process's CPU time would include other threads. Requires Linux,
 * the only system that reports the CPU time of one thread.
 */
export function watchLoop(onTurn) {
  const readCpuMs = openThreadClock()
  let before = readCpuMs()
  const timer = setInterval(() => {
    const cpuMs = readCpuMs() - before
    onTurn(cpuMs)
    // Reads the time again, so that the next turn does not include this measurement.
    before = readCpuMs()
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

const fixedWorkMs = 4

/**
 * Returns how many times longer a fixed piece of work takes than on the reference machine. CPU time
 * depends on other processes through shared caches and clock speed.
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
  // The path refers to the thread that opens the file.
  const file = openSync('/proc/thread-self/schedstat', 'r')
  const bytes = Buffer.alloc(64)
  return () => {
    const length = readSync(file, bytes, 0, bytes.length, 0)
    return Number(bytes.latin1Slice(0, length).split(' ')[0]) / 1e6
  }
}
