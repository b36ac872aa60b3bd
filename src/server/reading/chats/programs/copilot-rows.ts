const names = ['Conversation', 'Time', 'Author', 'Message']
const head = new RegExp(`^\\uFEFF?${names.map((name) => `"?${name}"?`).join(',')}\\r?\\n`)

/** Parses the CSV file of Microsoft Copilot. Returns `undefined` for other files. */
export function parseCopilotRows(text: string): Record<string, string>[] | undefined {
  const found = head.exec(text.slice(0, 200))
  if (!found) return undefined
  return parseCsv(text.slice(found[0].length)).map((cells) =>
    Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])),
  )
}

/** Splits rows and cells. Quoted cells may contain commas and line breaks. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length;) {
    const { cell, end } = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at)
    row.push(cell)
    at = end + 1
    if (text[end] === ',') continue
    if (row.some((one) => one !== '')) rows.push(row)
    row = []
    if (text[end] === '\r' && text[at] === '\n') at++
  }
  return rows
}

type Cell = { cell: string; end: number }

function readPlain(text: string, start: number): Cell {
  let end = start
  while (end < text.length && !',\r\n'.includes(text.charAt(end))) end++
  return { cell: text.slice(start, end), end }
}

function readQuoted(text: string, start: number): Cell {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  const last = end < 0 ? text.length : end
  return { cell: text.slice(start + 1, last).replaceAll('""', '"'), end: last + 1 }
}
