import { attribute } from './read-xml.ts'
import { isOn } from './word-styles.ts'

type Link = { url: string; start: number }
type Field = {
  code: string
  isResult: boolean
  start: number
  isChecked?: boolean
  entries: string[]
  chosen: number
}
type EndedField = { words?: string; link?: Link }

const newField = (start: number): Field => ({
  code: '',
  isResult: false,
  start,
  entries: [],
  chosen: 0,
})

/**
 * Tracks the fields of a Word file, such as page numbers and links. A field consists of a code,
 * which is not shown, and a result.
 */
export function createWordFields() {
  const fields: Field[] = []
  let isCode = false
  let ended: EndedField | undefined
  function turn(type: string | undefined, start: number): void {
    const last = fields.at(-1)
    if (type === 'begin') fields.push(newField(start))
    else if (type === 'separate' && last) [last.isResult, last.start] = [true, start]
    else if (type === 'end') ended = getEnd(fields.pop())
  }

  return {
    isInCode: () => fields.some(({ isResult }) => !isResult),
    addCode(words: string): void {
      const last = fields.at(-1)
      if (isCode && last) last.code += words
    },
    open(name: string, attributes: Readonly<Record<string, string>>, start: number): void {
      const last = fields.at(-1)
      const value = attribute(attributes, 'val')
      if (name === 'fldChar') turn(attribute(attributes, 'fldCharType'), start)
      else if (name === 'fldSimple') {
        const code = attribute(attributes, 'instr') ?? ''
        fields.push({ ...newField(start), code, isResult: true })
      } else if (name === 'instrText') isCode = true
      else if (!last) return
      else if (name === 'default' || name === 'checked') last.isChecked = isOn(value)
      else if (name === 'listEntry') last.entries.push(value ?? '')
      else if (name === 'result') last.chosen = Number(value)
    },
    close(name: string): EndedField | undefined {
      if (name === 'instrText') isCode = false
      if (name === 'fldSimple') return getEnd(fields.pop())
      if (name !== 'fldChar') return undefined
      const found = ended
      ended = undefined
      return found
    },
  }
}

function getEnd(field: Field | undefined): EndedField | undefined {
  if (!field) return undefined
  const { code, start, isChecked = false, entries, chosen } = field
  if (code.includes('FORMCHECKBOX')) return { words: isChecked ? '☒' : '☐' }
  if (code.includes('FORMDROPDOWN')) return { words: entries[chosen] ?? '' }
  const url = /^\s*HYPERLINK\s+"([^"]+)"/.exec(code)?.[1]
  return url === undefined ? undefined : { link: { url, start } }
}
