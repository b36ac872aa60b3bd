import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { asRecord } from '#lib/fields.ts'
import { writeWhole } from '../../disk/write-whole.ts'
import { snapshotSchema } from './known-models.ts'
import { fetchSnapshot, mergeSnapshots, modelsDevUrl } from './renew-known-models.ts'
import { ownValue } from '#lib/own-value.ts'

const snapshotFile = fileURLToPath(new URL('snapshot.json', import.meta.url))

type RenewOptions = { file?: string; url?: string; allowedHosts?: readonly string[]; now?: Date }

/**
 * Updates the snapshot file from models.dev. Models that models.dev does not list are kept.
 * @returns the number of new or changed models.
 * @throws {HttpError} if the list cannot be fetched. The file is unchanged then.
 */
export async function renewSnapshotFile(options: RenewOptions = {}): Promise<number> {
  const { file = snapshotFile, url = modelsDevUrl, allowedHosts = [], now = new Date() } = options
  const stored = asRecord(JSON.parse(await readFile(file, 'utf8')))
  const before = snapshotSchema.parse(stored)
  const fetched = snapshotSchema.parse(await fetchSnapshot(url, allowedHosts, now))
  const { date, services } = mergeSnapshots(before, fetched)
  const changed = Object.entries(services).flatMap(([name, models]) =>
    Object.keys(models).filter(
      (id) =>
        JSON.stringify(ownValue(models, id)) !==
        JSON.stringify(ownValue(ownValue(before.services, name), id)),
    ),
  )
  const text = `{\n  "source": ${JSON.stringify(stored.source ?? 'models.dev')},\n  "date": "${date}",\n  "services": ${formatServices(services)}\n}\n`
  await writeWhole(file, text, { replaces: true })
  return changed.length
}

/** Formats one line per model, so that a changed price changes one line. */
const formatServices = (services: Record<string, Record<string, object>>): string =>
  formatObject(services, '  ', (models) =>
    formatObject(models, '    ', (facts) => formatLine(facts)),
  )

function formatObject<Value>(
  of: Record<string, Value>,
  indent: string,
  format: (value: Value) => string,
): string {
  const lines = Object.entries(of).map(
    ([name, value]) => `${indent}  ${JSON.stringify(name)}: ${format(value)}`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`
}

const formatLine = (facts: object): string =>
  `{ ${Object.entries(facts)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(', ')} }`

if (
  process.argv[1] !== undefined &&
  path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  try {
    const count = await renewSnapshotFile()
    process.stdout.write(`Facts of ${count} models are new or changed: ${snapshotFile}\n`)
  } catch (error) {
    console.error(
      'The facts about models stay as they are:',
      error instanceof Error ? error.message : error,
    )
    process.exit(1)
  }
}
