import { rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { formatPlural } from '#lib/format.ts'
import { linkTo, deriveLinkToken, readLinkToken } from '../access/link-token.ts'
import { isDiskFull } from '../errors/http-error.ts'
import { EnvError, type Env } from '../env.ts'
import { readProcessEnv } from '../env-files.ts'
import { openBlobStore } from '../files/blobs/open-blobs.ts'
import { isMissing } from '../disk/missing.ts'
import { BucketUnreachableError } from '../files/blobs/bucket-unreachable.ts'
import { FolderUnusableError } from '../disk/folder-error.ts'
import { FolderInUseError, lockFolder } from '../store/embedded/lock.ts'
import { NewerDataError } from '../store/migrate.ts'
import { migrateServer } from '../store/server/open-server-store.ts'
import { scrubDeleted } from '../store/deletions.ts'
import { DatabaseUnusableError, StoreUnreachableError } from '../store/server/unreachable.ts'
import type { Store } from '../store/store.ts'
import { AdminError } from './admin-error.ts'
import { backupOfServer } from './back-up.ts'
import { backUpTo } from './back-up-to.ts'
import { downloadForRestore, verifyBucketBackup } from './bucket/use-bucket-backup.ts'
import { isBucketAddress } from './bucket/bucket-place.ts'
import { askForBackup, askForFactorOff, askForRotation } from './control.ts'
import { examine, type BlobFault } from './examine.ts'
import { mend, openMendSource } from './mend.ts'
import { openExistingStore } from './open-existing-store.ts'
import type { CopiedTable } from './move/copy-rows.ts'
import { move } from './move/move.ts'
import { confirmRestore, describeAccessLosses } from './confirm-restore.ts'
import { lockForRestore, restore, type Restored } from './restore.ts'
import { rotateKeys } from './rotate-keys.ts'
import { describeFactorOff, turnOffFactor } from './turn-off-factor.ts'
import { verifyBackup } from './verify-backup.ts'

const diskFullSentence = 'The disk is full. Free some space, then run the command again.'

/**
 * Runs the terminal commands on the data folder: `npm run backup | restore | doctor | link |
 * two-factor | rotate-keys | move | migrate`.
 */
async function main(): Promise<void> {
  process.umask(0o077)
  try {
    const { env } = readProcessEnv()
    const data = path.resolve(env.BOZZETTO_DATA)
    const [command = '', ...rest] = process.argv.slice(2)
    if (command === 'backup') await runBackup(env, rest)
    else if (command === 'restore') await runRestore(env, rest)
    else if (command === 'doctor') await runDoctor(env, rest)
    else if (command === 'link') await printLink(data, env)
    else if (command === 'two-factor') await runTwoFactor(env, rest)
    else if (command === 'rotate-keys') await runRotation(env, rest)
    else if (command === 'move') await runMove(env, rest)
    else if (command === 'migrate') await runMigration(env)
    else {
      throw new AdminError(
        'Use one of: backup, restore, doctor, link, two-factor, rotate-keys, move, migrate.',
      )
    }
    process.exit(process.exitCode ?? 0)
  } catch (error) {
    const isPlain =
      error instanceof AdminError ||
      error instanceof EnvError ||
      error instanceof FolderInUseError ||
      error instanceof FolderUnusableError ||
      error instanceof NewerDataError ||
      error instanceof DatabaseUnusableError ||
      error instanceof StoreUnreachableError ||
      error instanceof BucketUnreachableError ||
      (error instanceof TypeError && 'code' in error)
    console.error(isDiskFull(error) ? diskFullSentence : isPlain ? error.message : error)
    process.exit(1)
  }
}

/**
 * Migrates the tables for deployments on several machines, while servers of the previous version
 * may run.
 */
async function runMigration({ DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL }: Env) {
  if (DATABASE_DIRECT_URL === undefined) {
    throw new AdminError('Set DATABASE_URL. Without it a server does this when it starts.')
  }
  console.log(await migrateServer(DATABASE_DIRECT_URL))
}

async function printLink(data: string, env: Env): Promise<void> {
  const { HOST, PORT, BOZZETTO_BASE, BOZZETTO_PASSWORD, BOZZETTO_SECRET, DATABASE_URL } = env
  const origin = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}${BOZZETTO_BASE}`
  if (BOZZETTO_PASSWORD !== undefined) {
    return console.log(`This server has a password. Open ${origin} and sign in with it.`)
  }
  const isShared = DATABASE_URL !== undefined && BOZZETTO_SECRET !== undefined
  const token = isShared ? deriveLinkToken(BOZZETTO_SECRET) : await readLinkToken(data)
  if (token === undefined) {
    throw new AdminError(`${data} has no link yet. Start the server once: npm start`)
  }
  console.log(linkTo(origin, token))
  console.log('It works as long as no password is set.')
}

async function runTwoFactor(env: Env, words: string[]): Promise<void> {
  const { positionals } = parseArgs({ args: words, allowPositionals: true })
  if (positionals.join(' ') !== 'off') {
    throw new AdminError(
      'Usage: npm run two-factor -- off. The password is then enough to sign in, and every browser has to sign in again. Turn it on in Settings.',
    )
  }
  console.log(await turnOffWithOrWithoutServer(env))
}

const turnOffWithOrWithoutServer = (env: Env): Promise<string> =>
  withStore(env, {
    act: async (store) => describeFactorOff(await turnOffFactor(store)),
    ask: () => askForFactorOff(env.BOZZETTO_DATA),
  })

async function runRotation(env: Env, words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: { 'to-master-key-file': { type: 'string' } },
  })
  const file = values['to-master-key-file']
  const said = await withStore(env, {
    act: async (store) => rotateKeys(store, env, file),
    ask: () => {
      if (file === undefined) return askForRotation(env.BOZZETTO_DATA)
      throw new AdminError('Stop the server first: it would keep using the old master key.')
    },
  })
  console.log(said)
}

async function withStore(
  env: Env,
  { act, ask }: { act: (store: Store) => Promise<string>; ask: () => Promise<string> },
): Promise<string> {
  let store: Store
  try {
    store = await openExistingStore(env)
  } catch (error) {
    if (error instanceof FolderInUseError) return ask()
    throw error
  }
  try {
    return await act(store)
  } finally {
    await store.close()
  }
}

async function runBackup(env: Env, words: string[]): Promise<void> {
  if (env.DATABASE_URL !== undefined) throw new AdminError(backupOfServer(env.S3_BUCKET))
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { 'with-keys': { type: 'boolean', default: false } },
  })
  const [folder] = positionals
  if (folder === undefined) {
    throw new AdminError('Say where to put it: npm run backup -- /media/disk/bozzetto-monday')
  }
  const to = isBucketAddress(folder) ? folder : path.resolve(folder)
  console.log(await backUpWithOrWithoutServer(env, to, values['with-keys']))
}

async function backUpWithOrWithoutServer(env: Env, to: string, withKeys: boolean): Promise<string> {
  const data = env.BOZZETTO_DATA
  let unlock: () => Promise<void>
  try {
    unlock = await lockFolder(data)
  } catch (error) {
    if (error instanceof FolderInUseError) return askForBackup(data, to, withKeys)
    if (isMissing(error)) throw new AdminError(`${data} has no data yet.`, { cause: error })
    throw error
  }
  try {
    const still = { whileQuiet: <T>(work: () => Promise<T>) => work() }
    return await backUpTo(still, { data, to, withKeys, env })
  } finally {
    await unlock()
  }
}

async function runRestore(env: Env, words: string[]): Promise<void> {
  if (env.DATABASE_URL !== undefined) throw new AdminError(restoreOfServer)
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
    throw new AdminError('Say which backup: npm run restore -- /media/disk/bozzetto-monday')
  }
  const trustsBackup = values['trust-backup']
  // Checked before the download, which may take hours.
  await (
    await lockForRestore(env.BOZZETTO_DATA, values.replace)
  )()
  if (isBucketAddress(folder)) console.log('Downloading the backup …')
  const downloaded = isBucketAddress(folder) ? await downloadForRestore(folder, env) : undefined
  try {
    const from = downloaded ?? path.resolve(folder)
    const isTemporary = downloaded !== undefined
    await restoreFrom(from, env, { trustsBackup, replaces: values.replace, isTemporary })
  } finally {
    if (downloaded !== undefined) await rm(downloaded, { recursive: true, force: true })
  }
}

async function restoreFrom(
  from: string,
  env: Env,
  options: { trustsBackup: boolean; replaces: boolean; isTemporary: boolean },
): Promise<void> {
  const data = env.BOZZETTO_DATA
  const isKeySet = (env.BOZZETTO_MASTER_KEY ?? env.BOZZETTO_MASTER_KEY_FILE) !== undefined
  const { trustsBackup } = options
  const losses = await describeAccessLosses({ from, data, trustsBackup, isKeySet })
  for (const sentence of losses) console.log(sentence)
  if (!(await confirmRestore(losses))) {
    return console.log('Nothing was changed.')
  }
  const restored = await restore({ from, data, ...options })
  console.log(`${data} is restored to ${new Date(restored.madeAt).toLocaleString()}.`)
  if (restored.former !== undefined) console.log(`The previous data is in ${restored.former}.`)
  console.log(describeAccess(restored))
  const work = describeStoppedWork(restored)
  if (work !== '') console.log(work)
  if (restored.areOrdersUnknown) console.log(ordersUnknown)
}

const restoreOfServer =
  'The rows are on a database server (DATABASE_URL). Stop Bozzetto, and restore them with pg_restore --clean --if-exists --dbname "$DATABASE_URL" bozzetto.dump.'

const ordersUnknown =
  'What was ordered or asked after the backup is unknown, since there was no earlier database to read. A program or page that repeats such an order or question, even with the same Idempotency-Key, pays for it again: stop what might do so before you start the server.'

function describeAccess({ keysOff, linksOff, isPasswordNewer, ...factor }: Restored): string {
  const password = isPasswordNewer
    ? 'The most recent password still applies.'
    : 'If the backup had a password, it applies now.'
  const said = `Everyone has to sign in again. ${password}${describeFactor(factor)}`
  if (keysOff + linksOff === 0) return said
  return `${said} API keys that are off now: ${keysOff}; shared links: ${linksOff}. They were revoked since the backup, or their state is unknown; --trust-backup keeps those whose state is unknown.`
}

const describeStoppedWork = ({ tasksStopped, answersStopped }: Restored): string =>
  tasksStopped + answersStopped === 0
    ? ''
    : `Stopped, since they may have been done and paid for after the backup: ${formatPlural(tasksStopped, 'task')}, ${formatPlural(answersStopped, 'answer')}. Each one says what is known about it; restart what you need.`

function describeFactor({
  isFactorNewer,
  areRecoveryCodesOff,
}: Pick<Restored, 'isFactorNewer' | 'areRecoveryCodesOff'>): string {
  if (isFactorNewer)
    return ' Two-factor authentication is as it was set last, not as in the backup.'
  return areRecoveryCodesOff
    ? ' The recovery codes of the backup are off, since nobody can tell which were used: make new ones in Settings.'
    : ''
}

const printCopied = ({ table, rows }: CopiedTable): void => {
  if (rows > 0) console.log(`${table}: ${formatPlural(rows, 'row')} copied and compared`)
}

const describeRead = ({ rows, blobs }: { rows: number; blobs: number }): string =>
  `Every file was read: ${formatPlural(blobs, 'file')} for ${formatPlural(rows, 'row')}.`

async function runMove(env: Env, words: string[]): Promise<void> {
  const { values } = parseArgs({ args: words, options: { to: { type: 'string', default: '' } } })
  const { files, findings, next } = await move({ env, to: values.to, tell: printCopied })
  if (files > 0) console.log(`${formatPlural(files, 'file')} copied`)
  console.log(describeRead(findings))
  for (const fault of findings.faults) console.log(`- ${describeFault(fault)}`)
  console.log(next)
}

async function runDoctor(env: Env, words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: {
      mend: { type: 'boolean', default: false },
      from: { type: 'string' },
      'verify-backup': { type: 'string' },
    },
  })
  const backupToVerify = values['verify-backup']
  if (backupToVerify !== undefined) return runVerification(backupToVerify, env)
  const store = await openExistingStore(env)
  try {
    const blobs = await openBlobStore(env)
    const findings = await examine(store, blobs)
    const { faults } = findings
    console.log(describeRead(findings))
    await scrubDeleted(store, { whateverSize: true })
    console.log('Nothing that was deleted is left in the database.')
    if (faults.length === 0) return console.log('No problems found.')
    for (const fault of faults) console.log(`- ${describeFault(fault)}`)
    if (!values.mend) {
      process.exitCode = 1
      return console.log(
        'Nothing was changed. Add --mend to repair what can be repaired, and --from with a backup’s folder to restore files from it.',
      )
    }
    const backup = await openMendSource(findings, values.from)
    const left = await mend(store, blobs, { faults, backup })
    console.log(`${faults.length - left.length} mended, ${left.length} left.`)
    if (left.length > 0) {
      process.exitCode = 1
      console.log(
        'The rest can only be restored from a backup that has it: npm run doctor -- --mend --from FOLDER',
      )
    }
  } finally {
    await store.close()
  }
}

async function runVerification(from: string, env: Env): Promise<void> {
  const { madeAt, ...findings } = isBucketAddress(from)
    ? await verifyBucketBackup(from, env)
    : await verifyBackup(path.resolve(from))
  console.log(`The database of ${new Date(madeAt).toLocaleString()} opens.`)
  console.log(describeRead(findings))
  for (const fault of findings.faults) console.log(`- ${describeFault(fault)}`)
  if (findings.faults.length > 0) process.exitCode = 1
  else console.log('This backup can be restored.')
}

const describeFault = ({ fault, part, id, name, key }: BlobFault): string => {
  const isWhole = part !== 'thumbnail' && part !== 'turntable'
  const whose = isWhole ? `the ${part}` : `the ${part} of`
  const remedy = {
    model: 'can be restored from a backup',
    picture: 'can be restored from a backup',
    document: 'can be restored from a backup',
    thumbnail: 'would be removed',
    turntable: 'would be created again',
  }[part]
  return `${whose} “${name}” (${id}) is ${fault}, and ${remedy}; file ${key}`
}

// This call must be the last statement, because `main` uses the constants above immediately.
void main()
