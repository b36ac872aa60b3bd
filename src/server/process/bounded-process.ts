import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

type BoundedOptions = {
  /**
   * Limit of all writable memory: JavaScript's heap, typed arrays, WebAssembly and native memory.
   */
  memoryMegabytesMax: number
  /** Discards the process's standard error instead of writing it to the server's. */
  isSilent?: boolean
  /** How the limit is enforced. By default the platform decides. Only tests set it. */
  bound?: 'kernel' | 'watch'
}

/**
 * Environment variables that the process inherits. The process reads untrusted files, so it gets no
 * secrets.
 */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'TSX_TSCONFIG_PATH']

/**
 * Settings of glibc's allocator. With a fixed threshold, freed pictures and meshes are returned to
 * the system immediately, so two concurrent models use two thirds of the memory. A lower threshold
 * of 1 MB would save 30 MiB, but cost 50 ms per model, because each separate block costs page
 * faults. One arena for all threads is enough. Other allocators ignore these variables.
 */
const memorySettings = {
  MALLOC_MMAP_THRESHOLD_: '5000000',
  MALLOC_TRIM_THRESHOLD_: '32000000',
  MALLOC_ARENA_MAX: '1',
}

/**
 * Starts Node in a separate process with an IPC channel and bounded memory, to read untrusted
 * files. The limits of worker threads cover only JavaScript objects, not decoders or typed arrays.
 * Allocations beyond the limit fail or end the process. On Linux the kernel enforces the limit
 * (`RLIMIT_DATA`). On macOS and Windows the process checks its size twenty times a second, so it
 * may exceed the limit for that long.
 * @param args arguments after `node`.
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
      : [...node, '--import', createMemoryWatch(memoryMegabytesMax), ...args]
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
    // Sends bytes unchanged instead of as JSON.
    serialization: 'advanced',
    windowsHide: true,
  })
}

let codeRangeKnown: number | undefined
/** Returns `codeRangeMegabytes()`, cached because it never changes. */
const codeRange = (): number => (codeRangeKnown ??= codeRangeMegabytes())

/**
 * Returns the code of a thread that checks the memory, because the main thread is busy while it
 * allocates.
 */
function createMemoryWatch(memoryMegabytesMax: number): string {
  const bytesMax = memoryMegabytesMax * 1024 * 1024
  const look = `setInterval(() => { if (process.memoryUsage.rss() > ${bytesMax}) process.kill(process.pid, 'SIGKILL') }, 50)`
  return `data:text/javascript,${encodeURIComponent(
    `import { Worker, isMainThread } from 'node:worker_threads'
if (isMainThread) new Worker(${JSON.stringify(look)}, { eval: true, execArgv: [] }).unref()`,
  )}`
}

const mapping = /^([0-9a-f]+)-([0-9a-f]+) rwxp/gm

/**
 * Returns the size of the address space that V8 reserves for machine code, as far as the kernel
 * counts this space as data: half a gigabyte since Node 22, and nothing before. Reads the memory
 * map of this process, because other processes of the same program have the same size.
 * @returns mebibytes. 0 if the system does not report it, as on all systems but Linux.
 */
function codeRangeMegabytes(): number {
  let maps: string
  try {
    maps = readFileSync('/proc/self/maps', 'latin1')
  } catch {
    return 0
  }
  const sizes = Array.from(maps.matchAll(mapping), ([, from = '', to = '']) =>
    Number(BigInt(`0x${to}`) - BigInt(`0x${from}`)),
  )
  return Math.ceil(Math.max(0, ...sizes) / 1024 / 1024)
}
