import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isMissing } from '../files/missing.ts'

/**
 * The key that signs addresses and encrypts what is secret: as set, else one that is made on first
 * use and kept in `folder/secret`, readable by its owner only.
 */
export async function loadSecret(set: string | undefined, folder: string): Promise<string> {
  if (set !== undefined) return set
  const file = path.join(folder, 'secret')
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const made = randomBytes(32).toString('base64url')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(file, made, { mode: 0o600, flag: 'wx' })
  return made
}
