import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { codeRangeMegabytes } from './code-range.ts'

type BoundedOptions = {
  /** All that it may write to: JavaScript's heap, typed arrays, WebAssembly and native memory. */
  memoryMegabytesMax: number
  /** What it writes to its standard error goes nowhere, rather than where the server's goes. */
  isSilent?: boolean
  /** How the bound is held; by the platform unless a test wants to see the other way. */
  bound?: 'kernel' | 'watch'
}

/** Of the parent's environment: none of the server's secrets go where strangers' files are read. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'TSX_TSCONFIG_PATH']

/**
 * glibc keeps what it was given back, and the size from which it asks the system for a block of its own grows
 * with what it is asked for. With a fixed one, large pictures and meshes go back as soon as nobody needs them: two
 * models at once then take two thirds of the memory. A block of one's own costs a page fault for each 4 KiB of it,
 * every time, so the planes of a picture of 1024 px come from what is kept, of which there is a little. With a
 * threshold of 1 MB a model took 50 ms more of the system's time, and 30 MiB less. glibc also has a store of its own
 * for each thread, all of them with room to spare: one for all is enough. Other allocators do not know either.
 */
const memorySettings = {
  MALLOC_MMAP_THRESHOLD_: '5000000',
  MALLOC_TRIM_THRESHOLD_: '32000000',
  MALLOC_ARENA_MAX: '1',
}

/**
 * Starts Node in a process of its own with an IPC channel and bounded memory, to read strangers' files:
 * the limits of a worker thread bound JavaScript's objects only, not what a decoder or a typed array
 * takes beside them. What is over the bound fails to be allocated, or ends the process.
 *
 * On Linux the kernel holds the bound (`RLIMIT_DATA`). It does not on macOS, and Windows has no such
 * limit: there the process looks at its own size twenty times a second, and may be over it that long.
 *
 * @param args what comes after `node`.
 */
export function startBoundedProcess(
  args: readonly string[],
  {
    memoryMegabytesMax,
    isSilent = false,
    bound = process.platform === 'linux' && existsSync('/bin/sh') ? 'kernel' : 'watch',
  }: BoundedOptions,
): ChildProcess {
  const node = [process.execPath, `--max-old-space-size=${Math.round(memoryMegabytesMax * 0.6)}`]
  const [command, ...rest] =
    bound === 'kernel'
      ? [
          '/bin/sh',
          '-c',
          'ulimit -d "$0"; exec "$@"',
          String((memoryMegabytesMax + codeRange()) * 1024),
          ...node,
          ...args,
        ]
      : [...node, '--import', watchOf(memoryMegabytesMax), ...args]
  return spawn(command ?? '', rest, {
    env: {
      ...Object.fromEntries(
        passedOn.flatMap((name) => {
          const value = process.env[name]
          return value === undefined ? [] : [[name, value]]
        }),
      ),
      ...memorySettings,
    },
    stdio: ['ignore', 'ignore', isSilent ? 'ignore' : 'inherit', 'ipc'],
    // Bytes as they are, rather than as JSON.
    serialization: 'advanced',
    windowsHide: true,
  })
}

let codeRangeKnown: number | undefined
/** Read once: it never changes. */
const codeRange = (): number => (codeRangeKnown ??= codeRangeMegabytes())

/** In a thread, since the main one is busy while it takes memory. */
function watchOf(memoryMegabytesMax: number): string {
  const bytesMax = memoryMegabytesMax * 1024 * 1024
  const look = `setInterval(() => { if (process.memoryUsage.rss() > ${bytesMax}) process.kill(process.pid, 'SIGKILL') }, 50)`
  return `data:text/javascript,${encodeURIComponent(
    `import { Worker, isMainThread } from 'node:worker_threads'
if (isMainThread) new Worker(${JSON.stringify(look)}, { eval: true, execArgv: [] }).unref()`,
  )}`
}
