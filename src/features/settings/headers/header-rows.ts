/** A header, or a variable of a command. */
export type HeaderRow = {
  name: string
  value: string
  /** Of the value that is stored, which an empty one keeps. */
  hint?: string
}

/** What stands in the fields of what is stored. */
export const rowsOf = (stored: readonly { id: string; hint: string }[] = []): HeaderRow[] =>
  stored.map(({ id, hint }) => ({ name: id, value: '', hint }))

/** What is sent: new values, and empty ones for what was stored and is there no more. */
export function toHeaders(
  rows: readonly HeaderRow[],
  stored: readonly { id: string }[] = [],
): Record<string, string> {
  const gone = stored.filter(({ id }) => rows.every(({ name }) => name !== id))
  const given = rows.filter(({ name, value }) => name.trim() !== '' && value !== '')
  return Object.fromEntries([
    ...gone.map(({ id }): [string, string] => [id, '']),
    ...given.map(({ name, value }): [string, string] => [name.trim(), value]),
  ])
}

/** What is missing in the fields, as a sentence. */
export function findMissing(rows: readonly HeaderRow[]): string | undefined {
  const isHalf = ({ name, value, hint }: HeaderRow) =>
    hint === undefined && (name.trim() === '') !== (value.trim() === '')
  return rows.some(isHalf) ? 'Enter both a name and a value, or remove the line.' : undefined
}
