import { t } from '#languages/settings.ts'

/** An HTTP header, or an environment variable of a command. */
export type HeaderRow = {
  name: string
  value: string
  /** The last characters of the stored value. If `value` is empty, the stored value is kept. */
  hint?: string
}

export const toHeaderRows = (stored: readonly { id: string; hint: string }[] = []): HeaderRow[] =>
  stored.map(({ id, hint }) => ({ name: id, value: '', hint }))

/** Converts form rows into a request. The request contains removed headers with an empty value. */
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

export function findMissing(rows: readonly HeaderRow[]): string | undefined {
  const isHalf = ({ name, value, hint }: HeaderRow) =>
    hint === undefined && (name.trim() === '') !== (value.trim() === '')
  return rows.some(isHalf) ? t('Enter both a name and a value, or remove the line.') : undefined
}
