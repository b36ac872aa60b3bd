import { chmod, rm } from 'node:fs/promises'
import { createServer, request, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { AdminError } from './admin-error.ts'
import { isBucketAddress } from './bucket/bucket-place.ts'

const getSocket = (data: string): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\bozzetto-${Buffer.from(path.resolve(data)).toString('hex').slice(-200)}`
    : path.join(data, 'control')

/**
 * Maximum length of the socket's path in bytes. macOS has the lowest limit, 104 with the
 * terminating zero.
 */
const socketPathBytesMax = 103

const backupPath = '/backup'
const factorOffPath = '/two-factor-off'
const rotatePath = '/rotate-keys'

/** Actions that a running server performs for terminal commands. */
export type ControlActions = {
  backup: (to: string, withKeys: boolean) => Promise<string>
  turnOffFactor: () => Promise<string>
  rotateKeys: () => Promise<string>
}

/**
 * Opens the socket through which terminal commands reach the running server of a data folder.
 * Access to the folder is sufficient authentication.
 * @returns a function that closes the socket. `undefined` if the path is too long for a socket, or
 * the file system does not support sockets.
 */
export async function openControl(
  data: string,
  actions: ControlActions,
): Promise<(() => Promise<void>) | undefined> {
  const socket = getSocket(data)
  if (Buffer.byteLength(socket) > socketPathBytesMax && process.platform !== 'win32') {
    return undefined
  }
  // A killed server left the socket. The folder's lock guarantees that no other server uses it.
  await rm(socket, { force: true })
  const server = createServer((incoming, answer) => {
    void respond(incoming, actions).then(({ status, text }) => answer.writeHead(status).end(text))
  })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(socket, resolve)
    })
  } catch (error) {
    // Some file systems do not support sockets, which only terminal commands need.
    console.warn(
      'Backups of this server are only possible while it is stopped: its data folder does not support sockets.',
      error,
    )
    return undefined
  }
  if (process.platform !== 'win32') await chmod(socket, 0o600)
  server.unref()
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => {
      server.close(resolve)
    })
  }
}

async function respond(
  { method, url = '/' }: IncomingMessage,
  actions: ControlActions,
): Promise<{ status: number; text: string }> {
  const act = method === 'POST' ? actionAt(url, actions) : undefined
  if (!act) return { status: 400, text: 'Unknown command.' }
  try {
    return { status: 200, text: await act() }
  } catch (error) {
    const text = error instanceof Error ? error.message : 'It failed.'
    return { status: error instanceof AdminError ? 409 : 500, text }
  }
}

function actionAt(
  url: string,
  { backup, turnOffFactor, rotateKeys }: ControlActions,
): (() => Promise<string>) | undefined {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  if (pathname === factorOffPath) return turnOffFactor
  if (pathname === rotatePath) return rotateKeys
  const to = searchParams.get('to') ?? ''
  const withKeys = searchParams.has('keys')
  return pathname === backupPath && (path.isAbsolute(to) || isBucketAddress(to))
    ? () => backup(to, withKeys)
    : undefined
}

export const askForBackup = (data: string, to: string, withKeys: boolean): Promise<string> =>
  ask(data, `${backupPath}?to=${encodeURIComponent(to)}${withKeys ? '&keys' : ''}`)

/**
 * Asks the server to encrypt the keys of connections with a new data key.
 * @throws the errors of `ask`.
 */
export const askForRotation = (data: string): Promise<string> => ask(data, rotatePath)

/**
 * Asks the server to turn the second factor off.
 * @throws the errors of `ask`.
 */
export const askForFactorOff = (data: string): Promise<string> => ask(data, factorOffPath)

const ask = (data: string, address: string): Promise<string> =>
  new Promise((resolve, reject) => {
    // Without a time limit, because a backup may take hours. The socket closes if the server ends.
    const asked = request(
      { socketPath: getSocket(data), method: 'POST', path: address },
      (answer) => {
        let said = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          said += part
        })
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve(said) : reject(new AdminError(said)),
        )
        answer.on('error', reject)
      },
    )
    asked.on('error', (cause) =>
      reject(
        new AdminError('The running server did not answer. Stop it and try again.', {
          cause,
        }),
      ),
    )
    asked.end()
  })
