import { createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { EnvError } from '../env.ts'
import { isMissing } from '../disk/missing.ts'
import { makeFolder } from '../disk/synced.ts'
import { writeWhole } from '../disk/write-whole.ts'

const tokenBytes = 32
const tokenPattern = /^[\w-]{43}$/

/** Path of the token's file. After the file is deleted, the next start creates a new token. */
const getFile = (folder: string): string => path.join(folder, 'link-token')

/**
 * Returns the token of the sign-in link: 256 random bits. The first start creates the token in the
 * data folder, readable by the owner of the process only.
 * @throws {EnvError} if the file does not contain a token.
 */
export async function loadLinkToken(folder: string): Promise<string> {
  const stored = await readLinkToken(folder)
  if (stored !== undefined) return stored
  await makeFolder(folder)
  const token = randomBytes(tokenBytes).toString('base64url')
  try {
    await writeWhole(getFile(folder), token, { replaces: false })
    return token
  } catch (error) {
    const made = await readLinkToken(folder)
    if (made === undefined) throw error
    return made
  }
}

/** Servers that share a database derive the same token from their common secret. */
export const deriveLinkToken = (secret: string): string =>
  createHmac('sha256', secret).update('link token').digest('base64url')

/**
 * Returns the token of a data folder, or `undefined` if the folder has no token.
 * @throws {EnvError} as `loadLinkToken`.
 */
export async function readLinkToken(folder: string): Promise<string | undefined> {
  let token: string
  try {
    token = (await readFile(getFile(folder), 'utf8')).trim()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  if (tokenPattern.test(token)) return token
  throw new EnvError(
    `${getFile(folder)} is not a valid token. Delete it; a new one is created at the next start.`,
  )
}

export const linkTo = (origin: string, token: string): string => `${origin}/?token=${token}`
