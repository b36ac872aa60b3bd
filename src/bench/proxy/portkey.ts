import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../server/testing/free-port.ts'
import { startProcess } from '../node-process.ts'
import type { Target } from './client.ts'

/** Version of Portkey's gateway (MIT licence), which is only used for comparison. */
const portkeyVersion = '1.15.2'
const portkeyFolder = path.resolve('node_modules/.cache/bozzetto/portkey')

/**
 * Starts `@portkey-ai/gateway` with its default settings, which forwards requests to `upstreamUrl`.
 */
export async function startPortkey(upstreamUrl: string) {
  const port = await freePort()
  const { stop } = await startProcess([await fetchPortkey(), `--port=${port}`, '--headless'], {
    port,
    // Without this setting, Portkey refuses private addresses.
    env: { TRUSTED_CUSTOM_HOSTS: '127.0.0.1,localhost' },
  })
  const target: Target = {
    url: `http://127.0.0.1:${port}/v1`,
    model: 'writer',
    headers: {
      Authorization: 'Bearer a-key',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': upstreamUrl,
    },
  }
  return { target, stop }
}

async function fetchPortkey(): Promise<string> {
  const main = path.join(portkeyFolder, 'node_modules/@portkey-ai/gateway/build/start-server.js')
  if (existsSync(main)) return main
  await mkdir(portkeyFolder, { recursive: true })
  const npm = spawn(
    'npm',
    [
      'install',
      '--prefix',
      portkeyFolder,
      '--ignore-scripts',
      `@portkey-ai/gateway@${portkeyVersion}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const [code] = (await once(npm, 'exit')) as [number | null]
  if (code !== 0) throw new Error('Portkey could not be installed.')
  return main
}
