import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isMissing } from '../disk/missing.ts'
import { makeFolder } from '../disk/synced.ts'
import { writeWhole } from '../disk/write-whole.ts'

const bytesMade = 32
/**
 * Matches a secret of sufficient length. Other characters show that the file is damaged, for
 * example by a power failure.
 */
const usable = /^[\x21-\x7e]{16,}$/

export class BadSecretError extends Error {
  override readonly name = 'BadSecretError'
}

/**
 * Returns the key that signs URLs. The key comes from the settings, otherwise from `folder/secret`,
 * which is created on first use.
 * @throws {BadSecretError} if that file is empty, too short or damaged, because a guessable key
 * would allow forged signatures.
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
 * Returns the secret in `file`, which is created on first use and readable by its owner only.
 * @param damaged message of the error if the file has no usable content.
 * @throws {BadSecretError} with that message.
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
