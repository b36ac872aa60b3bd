import { t } from '#languages/app.ts'
/**
 * Maximum length in characters of arguments that are parsed. Longer arguments are shown as plain
 * text.
 */
const lengthMax = 100_000

/** Parses the arguments of a call. Returns undefined if the arguments are not a JSON object. */
export function parseArguments(text: string): [name: string, value: unknown][] | undefined {
  if (text.trim() === '') return []
  if (text.length > lengthMax) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.entries(value)
  } catch {
    // The model wrote invalid JSON, or has not finished the JSON.
    return undefined
  }
}

/** Formats the name of an argument: `heightMm` and `height_mm` become “Height mm”. */
export function formatArgumentName(name: string): string {
  const words = name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replaceAll(/[_\s-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

const depthMax = 6

export function formatArgumentValue(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return t('nothing')
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value !== 'object' || depth > depthMax) return asText(value)
  if (Array.isArray(value)) {
    const isPlain = value.every((one) => typeof one !== 'object' || one === null)
    return value.map((one) => formatArgumentValue(one, depth + 1)).join(isPlain ? t(', ') : '\n')
  }
  return Object.entries(value)
    .map(([name, one]) => `${formatArgumentName(name)}: ${formatArgumentValue(one, depth + 1)}`)
    .join('; ')
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
