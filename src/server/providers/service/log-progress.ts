import { cutText } from '#lib/cut-text.ts'

const stageLengthMax = 80

/**
 * Returns the last percentage in a log as a number from 0 to 1. Progress bars begin with `45%|`.
 */
export function progressInLog(log: string): number | undefined {
  const percent = [...log.slice(-4_000).matchAll(/(?<![\d.])(\d{1,3})(?:\.\d{1,4})?%/g)].at(-1)?.[1]
  return percent === undefined || Number(percent) > 100 ? undefined : Number(percent) / 100
}

/** Returns the last non-empty line of a log, without a progress bar. */
export function getLastLine(log: string): string | undefined {
  const lines = log.slice(-4_000).split(/[\r\n]+/)
  const line = lines.findLast((one) => /\p{L}{3}/u.test(one))?.replace(/\s*\d{1,3}%\|.*$/, '')
  const said = line
    ?.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/(?<![ :])[ :]+$/, '')
    .trim()
  return said === undefined || said === '' ? undefined : cutText(said, stageLengthMax)
}
