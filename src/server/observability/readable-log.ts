import { asRecord, asString, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'

const colours: Readonly<Record<string, number>> = { error: 31, warn: 33, info: 36, debug: 90 }

/** Formats a line of the log for people: time, message, and the rest in grey. */
export function readable(json: string): string {
  let line: Fields
  try {
    line = asRecord(JSON.parse(json))
  } catch {
    // Lines of other programs in the same output stay unchanged.
    return json
  }
  const { level, time, msg, error, ...rest } = line
  const facts = Object.entries(rest)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
  const name = asString(level)
  const head = `${grey(asString(time).slice(11, 19))} ${paint(name.padEnd(5), ownValue(colours, name) ?? 0)} ${plain(asString(msg))}`
  return `${head}${facts ? ` ${grey(plain(facts))}` : ''}\n${getStacks(error)}`
}

function getStacks(error: unknown): string {
  if (!Array.isArray(error)) return ''
  return error
    .map((link: { stack?: unknown; message?: unknown }) => String(link.stack ?? link.message))
    .map((stack) => `${plain(stack)}\n`)
    .join('caused by ')
}

/** Replaces control characters, because they could control the terminal. */
const plain = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\uFFFD')

const paint = (text: string, colour: number): string => `\u001B[${colour}m${text}\u001B[0m`
const grey = (text: string): string => paint(text, 90)
