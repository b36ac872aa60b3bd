import { attribute, readXml } from './read-xml.ts'
import type { ListPlace } from './word-styles.ts'

type Level = { start: number; format: string; text: string }
type Numbers = {
  abstractOf: Map<string, string>
  levels: Map<string, Level>
  starts: Map<string, number>
}

/** Returns the label of the next item of a list, such as `2.1.`, or `-` for a bullet. */
export type NextLabel = (place: ListPlace) => string | undefined

const levelsMax = 9

/**
 * Reads the definitions of lists.
 * @returns a function that counts list items.
 */
export function readWordNumbering(bytes: Uint8Array): NextLabel {
  const { abstractOf, levels, starts } = readDefinitions(bytes)
  const counters = new Map<string, (number | undefined)[]>()
  const restarted = new Set<string>()
  return ({ numId, level }) => {
    const list = abstractOf.get(numId)
    // Number 0 removes a paragraph from its list.
    if (numId === '0' || level >= levelsMax) return undefined
    if (list === undefined) return '-'
    const getLevel = (at: number) =>
      levels.get(`num ${numId} ${at}`) ?? levels.get(`list ${list} ${at}`)
    const own = getLevel(level)
    const counts = counters.get(list) ?? []
    counters.set(list, counts)
    const restart = starts.get(`${numId} ${level}`)
    const isFirst = restart !== undefined && !restarted.has(`${numId} ${level}`)
    if (isFirst) restarted.add(`${numId} ${level}`)
    counts[level] = isFirst ? restart : (counts[level] ?? (own?.start ?? 1) - 1) + 1
    counts.length = level + 1
    if (!own || own.format === 'bullet') return '-'
    if (own.format === 'none') return undefined
    return own.text.replaceAll(/%([1-9])/g, (_all, digit: string) => {
      const at = Number(digit) - 1
      const above = getLevel(at)
      return formatNumber(counts[at] ?? above?.start ?? 1, above?.format ?? 'decimal')
    })
  }
}

function readDefinitions(bytes: Uint8Array): Numbers {
  const numbers: Numbers = { abstractOf: new Map(), levels: new Map(), starts: new Map() }
  let list = ''
  let override = ''
  let level: Level | undefined
  readXml(bytes, {
    open(name, attributes) {
      const value = attribute(attributes, 'val') ?? ''
      if (name === 'abstractNum') list = `list ${attribute(attributes, 'abstractNumId') ?? ''}`
      else if (name === 'num') list = `num ${attribute(attributes, 'numId') ?? ''}`
      else if (name === 'abstractNumId') numbers.abstractOf.set(list.slice(4), value)
      else if (name === 'lvlOverride') override = attribute(attributes, 'ilvl') ?? ''
      else if (name === 'startOverride') {
        numbers.starts.set(`${list.slice(4)} ${override}`, Number(value))
      } else if (name === 'lvl') {
        level = { start: 1, format: 'decimal', text: '' }
        numbers.levels.set(`${list} ${attribute(attributes, 'ilvl') ?? '0'}`, level)
      } else if (!level) return
      else if (name === 'start') level.start = Number(value)
      else if (name === 'numFmt') level.format = value
      else if (name === 'lvlText') level.text = value
    },
    close(name) {
      if (name === 'lvl') level = undefined
    },
  })
  return numbers
}

const roman: readonly [number, string][] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]
const romanMax = 4_000

function formatNumber(number: number, format: string): string {
  const letter = String.fromCharCode(65 + ((number - 1) % 26)).repeat(Math.ceil(number / 26))
  if (number < 1 || number >= romanMax) return String(number)
  switch (format) {
    case 'upperLetter':
      return letter
    case 'lowerLetter':
      return letter.toLowerCase()
    case 'upperRoman':
      return toRoman(number)
    case 'lowerRoman':
      return toRoman(number).toLowerCase()
    case 'decimalZero':
      return String(number).padStart(2, '0')
    default:
      return String(number)
  }
}

function toRoman(number: number): string {
  let left = number
  let text = ''
  for (const [value, letters] of roman) {
    while (left >= value) {
      text += letters
      left -= value
    }
  }
  return text
}
