import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright'
import { chromiumArguments } from '../chromium-arguments.ts'
import { startServerProcess } from '../server-process.ts'
import { countPreviewPackets, type FrameKind } from './preview-packets.ts'

/**
 * Opens pages that try to send packets from the preview's frame in the chat.
 * @returns the number of UDP packets and TCP connections that arrived, with and without protection.
 */
export async function attackPreview(say: (line: string) => void): Promise<Record<string, number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-preview-'))
  const server = await startServerProcess(folder, 'direct', { BOZZETTO_LOG: 'silent' })
  const executablePath = process.env['BOZZETTO_CHROMIUM']
  const browser = await chromium.launch({
    // This switch would disable early connections, which one of the attacks uses.
    args: chromiumArguments.filter((argument) => argument !== '--disable-background-networking'),
    ignoreDefaultArgs: ['--disable-background-networking'],
    ...(executablePath && { executablePath }),
  })
  try {
    const context = await browser.newContext({ bypassCSP: false })
    if (server.cookie) await context.addCookies([server.cookie])
    const openPage = async () => {
      const page = await context.newPage()
      await page.goto(server.url)
      return page
    }
    const packets = async (kind: FrameKind) => {
      const { tried, arrived } = await countPreviewPackets({ openPage, kind })
      const names = Object.entries(arrived).map(([name, count]) => `${name} (${count})`)
      say(`${kind}: ${names.length} of ${tried} attacks arrived. ${names.join(', ')}`)
      return Object.values(arrived).reduce((sum, count) => sum + count, 0)
    }
    const open = await packets('open')
    if (open === 0) throw new Error('The attacks do not arrive without protection either.')
    return {
      preview_packets_out: (await packets('running')) + (await packets('still')),
      preview_packets_allowed: await packets('allowed'),
      preview_packets_unprotected: open,
    }
  } finally {
    await browser.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
