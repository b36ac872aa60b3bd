import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** `BOZZETTO_BENCH_QUICK=1` runs a short check, whose figures are not representative. */
export const isQuick = process.env['BOZZETTO_BENCH_QUICK'] === '1'

/** Runs a measurement of `case.ts` in a separate process, without validating its output. */
export async function runCase(casePath: string, args: string[], timeout: number) {
  const { stdout } = await promisify(execFile)(process.execPath, [casePath, ...args], { timeout })
  return JSON.parse(stdout)
}
