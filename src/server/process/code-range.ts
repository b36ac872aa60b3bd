import { readFileSync } from 'node:fs'

const mapping = /^([0-9a-f]+)-([0-9a-f]+) rwxp/gm

/**
 * Returns the address space that V8 reserves for machine code, as far as the kernel counts it as
 * data: half a gigabyte since Node 22, and nothing before. It is read from this process, because
 * other processes of the same program have the same. Regions of WebAssembly code are smaller.
 * @returns mebibytes; 0 if the system does not report it, as on all systems but Linux.
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
