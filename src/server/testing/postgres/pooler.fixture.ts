import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../free-port.ts'
import { nobodyUserId, untilReady } from './test-server.ts'

/** Path of the installed program PgBouncer, or undefined. */
export const pgBouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => {
  try {
    accessSync(file)
    return true
  } catch {
    return false
  }
})

export async function startPooler(
  program: string,
  serverUrl: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = new URL(serverUrl)
  const [folder, port] = [mkdtempSync(path.join(tmpdir(), 'bozzetto-pgbouncer-')), await freePort()]
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
`,
  )
  chmodSync(folder, 0o755)
  // PgBouncer refuses to run as root.
  const as = process.getuid?.() === 0 ? { uid: nobodyUserId, gid: nobodyUserId } : {}
  const child = spawn(program, [file], { ...as, cwd: folder, stdio: 'ignore' })
  const url = new URL(serverUrl)
  url.port = String(port)
  await untilReady(url.href)
  return {
    url: url.href,
    close: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
