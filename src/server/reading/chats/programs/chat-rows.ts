/** First lines of the CSV files that can be read, and the field in which the rows are returned. */
const files = [
  { field: 'copilotRows', names: ['Conversation', 'Time', 'Author', 'Message'] },
  { field: 'libreChatRows', names: ['sender', 'text', 'isCreatedByUser'] },
] as const
const headLengthMax = 1_000

/** Parses the CSV file of Microsoft Copilot or LibreChat. Returns `undefined` for other files. */
export function parseChatRows(text: string): Record<string, Record<string, string>[]> | undefined {
  const start = text.slice(0, headLengthMax).replace(/^\uFEFF/, '')
  const [line = ''] = start.split(/\r?\n/, 1)
  const names = line.split(',').map((name) => name.replaceAll('"', '').trim())
  const file = files.find((one) => one.names.every((name, at) => names[at] === name))
  if (!file) return undefined
  const rows = parseCsv(text.slice(text.indexOf('\n') + 1)).map((cells) =>
    Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])),
  )
  return { [file.field]: rows }
}

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
