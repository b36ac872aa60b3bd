import { readFileSync } from 'node:fs'

const mapping = /^([0-9a-f]+)-([0-9a-f]+) rwxp/gm

/**
 * How much V8 sets aside for machine code before it has any, as far as the kernel counts it as data: half a gigabyte
 * from Node 22 on, and nothing before, where it may not be written to until it is needed. It is read off this
 * process, since any other of the same program has as much. Places for the code of WebAssembly are smaller.
 *
 * @returns mebibytes; 0 where the system does not say, as anywhere but on Linux.
 */
export function codeRangeMegabytes(): number {
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
