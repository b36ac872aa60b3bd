import { createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { EnvError } from '../env.ts'
import { isMissing } from '../disk/missing.ts'
import { makeFolder } from '../disk/synced.ts'
import { writeWhole } from '../disk/write-whole.ts'

const tokenBytes = 32
const tokenPattern = /^[\w-]{43}$/

/** Where the token of a data folder is kept. Whoever deletes it gets a new one at the next start. */
const fileOf = (folder: string): string => path.join(folder, 'link-token')

/**
 * The token in the link that opens this server while it has no password: 256 random bits, made at the
 * first start and kept in the data folder, readable by its owner only.
 *
 * @throws {EnvError} when the file does not hold a token.
 */
export async function loadLinkToken(folder: string): Promise<string> {
  const stored = await readLinkToken(folder)
  if (stored !== undefined) return stored
  await makeFolder(folder)
  const token = randomBytes(tokenBytes).toString('base64url')
  try {
    await writeWhole(fileOf(folder), token, { replaces: false })
    return token
  } catch (error) {
    // Another process may just have made one.
    const made = await readLinkToken(folder)
    if (made === undefined) throw error
    return made
  }
}

/** The same for servers that share a database, and so cannot each have one of their own. */
export const linkTokenOf = (secret: string): string =>
  createHmac('sha256', secret).update('link token').digest('base64url')

/** The token of a data folder, if it has one. @throws {EnvError} as `loadLinkToken`. */
export async function readLinkToken(folder: string): Promise<string | undefined> {
  let token: string
  try {
    token = (await readFile(fileOf(folder), 'utf8')).trim()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  if (tokenPattern.test(token)) return token
  throw new EnvError(
    `${fileOf(folder)} is not a valid token. Delete it; a new one is created at the next start.`,
  )
}

/** The address that opens the server at `origin`. */
export const linkTo = (origin: string, token: string): string => `${origin}/?token=${token}`
