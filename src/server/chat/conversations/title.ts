import { titleLine, untitled } from '#lib/title-line.ts'
import { storable } from '../../store/storable.ts'

const lengthMax = 60

/**
 * Returns a conversation's title from its first question: one line, cut between words.
 * @param fileName the first attached file, used if the question is empty.
 */
export function createTitle(question: string, fileName = ''): string {
  const line = storable(titleLine(question) || titleLine(fileName))
  const letters = Array.from(line)
  if (letters.length <= lengthMax) return line || untitled
  const cut = letters.slice(0, lengthMax).join('')
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > lengthMax / 2 ? lastSpace : undefined).trimEnd()}…`
}
