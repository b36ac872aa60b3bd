import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isMissing } from '../disk/missing.ts'
import { makeFolder } from '../disk/synced.ts'
import { writeWhole } from '../disk/write-whole.ts'

const bytesMade = 32
/** Printable characters, as many as a setting must have: a power cut may leave zeros. */
const usable = /^[\x21-\x7e]{16,}$/

/** The file that holds the key cannot be one. */
export class BadSecretError extends Error {
  override readonly name = 'BadSecretError'
}

/**
 * The key that signs addresses: as set, else one that is made on first use and kept in
 * `folder/secret`, readable by its owner only.
 *
 * @throws {BadSecretError} when that file is empty, too short or damaged: whoever guesses what is in
 *   it could sign.
 */
export async function loadSecret(set: string | undefined, folder: string): Promise<string> {
  if (set !== undefined) return set
  const file = path.join(folder, 'secret')
  return loadSecretFile(
    file,
    `the file ${file}, which signs addresses, is empty or damaged. Restore it from a backup, or delete it: a new one is then created, links to results that others were given stop working, and browsers have to sign in again.`,
  )
}

/**
 * A secret that is made on first use and kept in `file`, readable by its owner only.
 *
 * @param damaged what to say when nothing usable is in there.
 * @throws {BadSecretError} with that.
 */
export async function loadSecretFile(file: string, damaged: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (kept === undefined) {
    const made = randomBytes(bytesMade).toString('base64url')
    await makeFolder(path.dirname(file))
    await writeWhole(file, made, { replaces: false })
    return made
  }
  const secret = kept.trim()
  if (!usable.test(secret)) throw new BadSecretError(damaged)
  return secret
}
