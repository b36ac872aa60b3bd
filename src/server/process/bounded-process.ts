import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

type BoundedOptions = {
  /**
   * Limit of all writable memory: JavaScript's heap, typed arrays, WebAssembly and native memory.
   */
  memoryMegabytesMax: number
  isSilent?: boolean
  /**
   * How the memory limit is enforced. Default: the way of the platform. Only tests set this option.
   */
  bound?: 'kernel' | 'watch'
}

/**
 * Environment variables that the process inherits. The process gets no secrets, because it reads
 * untrusted files.
 */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'TSX_TSCONFIG_PATH']

/**
 * Settings of glibc's allocator. With a fixed threshold, freed pictures and meshes are returned to
 * the system immediately. A lower threshold of 1 MB would save 30 MiB, but cost 50 ms per model,
 * because each separate block costs page faults. Other allocators ignore these variables.
 */
const memorySettings = {
  MALLOC_MMAP_THRESHOLD_: '5000000',
  MALLOC_TRIM_THRESHOLD_: '32000000',
  MALLOC_ARENA_MAX: '1',
}

/**
 * Starts Node in a separate process with an IPC channel and bounded memory, to read untrusted
 * files. Allocations beyond the limit fail or end the process. On macOS and Windows the process may
 * exceed the limit for a twentieth of a second, because only Linux enforces the limit in the
 * kernel.
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
 * Returns the size of the address space that V8 reserves for machine code and that the kernel
 * counts as data: half a gigabyte since Node 22, and nothing before. Reads the memory map of this
 * process, because other processes of the same program have the same size.
 * @returns mebibytes. 0 if the system does not report the size.
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
