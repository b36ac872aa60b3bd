import { isRecord } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'

const verdicts: Readonly<Record<string, string>> = {
  healthy: 'Meshy finds this model printable.',
  warning: 'Meshy finds this model printable with flaws; a repair is optional.',
  error: 'Meshy finds this model not printable; repair it first.',
}

const notesMax = 20

/** Returns one sentence per result of Meshy's print check. */
export function toPrintNotes(printability: unknown): string[] {
  if (!isRecord(printability)) return ['Meshy’s answer has no result of the check.']
  const { status, ...measured } = printability
  const verdict =
    ownValue(verdicts, typeof status === 'string' ? status : '') ?? 'Meshy checked this model.'
  return [verdict, ...measuresIn(measured)].slice(0, notesMax)
}

function measuresIn(values: Readonly<Record<string, unknown>>, prefix = ''): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const words = `${prefix}${name.replaceAll('_', ' ')}`
    if (value === true) return [`Meshy answers “${words}” with yes.`]
    if (value === false) return [`Meshy answers “${words}” with no.`]
    if (typeof value === 'number') {
      return [`Meshy measured ${value.toLocaleString('en')} for “${words}”.`]
    }
    return isRecord(value) && prefix === '' ? measuresIn(value, `${words}, `) : []
  })
}
