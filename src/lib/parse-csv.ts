const separators = [',', ';', '\t'] as const

/**
 * Parses a CSV file into rows of fields. The separator is the candidate that occurs most often in
 * the first line.
 */
export function parseCsv(text: string): string[][] {
  const separator = findSeparator(text)
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let isQuoted = false
  const endField = () => {
    row.push(field)
    field = ''
  }
  const endRow = () => {
    endField()
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (isQuoted) {
      if (char !== '"') field += char
      else if (text[at + 1] === '"') {
        field += char
        at++
      } else isQuoted = false
    } else if (char === '"' && field === '') isQuoted = true
    else if (char === separator) endField()
    else if (char === '\n') endRow()
    else if (char !== '\r') field += char
  }
  endRow()
  return rows
}

function findSeparator(text: string): string {
  const first = text.slice(0, text.includes('\n') ? text.indexOf('\n') : undefined)
  const unquoted = first.replaceAll(/"[^"]*"/g, '')
  const count = (separator: string) => unquoted.split(separator).length
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best))
}
