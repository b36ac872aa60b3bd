import path from 'node:path'
import { parseArgs } from 'node:util'
import { linkTo, readLinkToken } from '../access/link-token.ts'
import { EnvError, readEnv, type Env } from '../env.ts'
import { openFolderBlobs } from '../files/folder-blobs.ts'
import { isMissing } from '../files/missing.ts'
import { FolderUnusableError } from '../store/folder-error.ts'
import { FolderInUseError, lockFolder } from '../store/lock.ts'
import { NewerDataError } from '../store/migrate.ts'
import { scrubDeleted } from '../store/deletions.ts'
import { openStore } from '../store/store.ts'
import { AdminError } from './admin-error.ts'
import { backUp, sayBackup } from './back-up.ts'
import { askForBackup } from './control.ts'
import { examine, type BlobFault } from './examine.ts'
import { mend } from './mend.ts'
import { restore, type Restored } from './restore.ts'

void main()

/** `npm run backup | restore | doctor | link`: what a person does to the data folder at the terminal. */
async function main(): Promise<void> {
  // Whatever is made from here on is its owner's only.
  process.umask(0o077)
  try {
    const env = readEnv(process.env)
    const data = path.resolve(env.BOZZETTO_DATA)
    const [command = '', ...rest] = process.argv.slice(2)
    if (command === 'backup') await runBackup(data, rest)
    else if (command === 'restore') await runRestore(data, rest)
    else if (command === 'doctor') await runDoctor(data, rest)
    else if (command === 'link') await sayLink(data, env)
    else throw new AdminError('Say backup, restore, doctor or link.')
    process.exit(process.exitCode ?? 0)
  } catch (error) {
    const isPlain =
      error instanceof AdminError ||
      error instanceof EnvError ||
      error instanceof FolderInUseError ||
      error instanceof FolderUnusableError ||
      error instanceof NewerDataError ||
      (error instanceof TypeError && 'code' in error)
    console.error(isPlain ? error.message : error)
    process.exit(1)
  }
}

/** The running server has the folder's lock, and need not be asked: the token stays the same. */
async function sayLink(data: string, { HOST, PORT, BOZZETTO_PASSWORD }: Env): Promise<void> {
  const origin = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`
  if (BOZZETTO_PASSWORD !== undefined) {
    return console.log(`This server has a password. Open ${origin} and sign in with it.`)
  }
  const token = await readLinkToken(data)
  if (token === undefined) {
    throw new AdminError(`There is no link in ${data} yet. Start the server once: npm start`)
  }
  console.log(linkTo(origin, token))
  console.log('It lets in as long as no password is set.')
}

async function runBackup(data: string, words: string[]): Promise<void> {
  const { positionals } = parseArgs({ args: words, allowPositionals: true })
  const [folder] = positionals
  if (folder === undefined) {
    throw new AdminError('Say where to: npm run backup -- /media/disk/bozzetto-monday')
  }
  const to = path.resolve(folder)
  console.log(await backUpWithOrWithoutServer(data, to))
}

async function backUpWithOrWithoutServer(data: string, to: string): Promise<string> {
  let unlock: () => Promise<void>
  try {
    unlock = await lockFolder(data)
  } catch (error) {
    if (error instanceof FolderInUseError) return askForBackup(data, to)
    if (isMissing(error)) throw new AdminError(`There is no data in ${data} yet.`, { cause: error })
    throw error
  }
  try {
    // Nobody writes: the files stand still by themselves.
    return sayBackup(to, await backUp({ whileQuiet: (work) => work() }, { data, to }))
  } finally {
    await unlock()
  }
}

async function runRestore(data: string, words: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      'trust-backup': { type: 'boolean', default: false },
    },
  })
  const [folder] = positionals
  if (folder === undefined) {
    throw new AdminError('Say from where: npm run restore -- /media/disk/bozzetto-monday')
  }
  const from = path.resolve(folder)
  const restored = await restore({
    from,
    data,
    replaces: values.replace,
    trustsBackup: values['trust-backup'],
  })
  console.log(`${data} is now as it was on ${new Date(restored.madeAt).toLocaleString()}.`)
  if (restored.former !== undefined) console.log(`What was there before is in ${restored.former}.`)
  console.log(sayAccess(restored))
}

function sayAccess({ keysOff, linksOff, isPasswordNewer }: Restored): string {
  const password = isPasswordNewer
    ? 'The password is the one that was set last.'
    : 'The password, if there is one, is that of the backup.'
  const said = `Everybody has to sign in again. ${password}`
  if (keysOff + linksOff === 0) return said
  return `${said} API keys that are off now: ${keysOff}; shared links: ${linksOff}. They were revoked since, or nobody can tell; --trust-backup keeps those of which nobody can tell.`
}

async function runDoctor(data: string, words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: { mend: { type: 'boolean', default: false }, from: { type: 'string' } },
  })
  const store = await openStore(data)
  try {
    const blobs = await openFolderBlobs(path.join(data, 'blobs'))
    const { faults, rows, blobs: count } = await examine(store, blobs)
    console.log(`${rows} rows name ${count} files; every file was read.`)
    await scrubDeleted(store, { whateverSize: true })
    console.log('Of what was deleted nothing is left in the database.')
    if (faults.length === 0) return console.log('Nothing is wrong.')
    for (const fault of faults) console.log(`- ${sayFault(fault)}`)
    if (!values.mend) {
      process.exitCode = 1
      return console.log(
        'Nothing was changed. Add --mend to mend what can be, and --from with the folder of a backup to take the files from there.',
      )
    }
    const backup = values.from === undefined ? undefined : path.resolve(values.from)
    const left = await mend(store, blobs, { faults, backup })
    console.log(`${faults.length - left.length} mended, ${left.length} left.`)
    if (left.length > 0) {
      process.exitCode = 1
      console.log('What is left needs a backup that has it: npm run doctor -- --mend --from FOLDER')
    }
  } finally {
    await store.close()
  }
}

const sayFault = ({ fault, part, id, name, key }: BlobFault): string => {
  const whose = part === 'model' || part === 'picture' ? `the ${part}` : `the ${part} of`
  const remedy = {
    model: 'can come back from a backup',
    picture: 'can come back from a backup',
    thumbnail: 'would be left out',
    turntable: 'would be drawn again',
  }[part]
  return `${whose} “${name}” (${id}) is ${fault}, and ${remedy}; file ${key}`
}
