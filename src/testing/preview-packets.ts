import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { attackPages } from './preview-attack-pages.ts'

/**
 * Milliseconds within which the packets of an attack arrive. Chromium sends the first STUN request
 * within 50 ms, and opens early connections at once.
 */
const attackMs = 700
/** Milliseconds within which packets arrive if the page of an attack is busy at first. */
const busyMs = 2_500
const expectedMs = 30_000

/**
 * Frames of the preview. `still` runs no scripts, and `running` runs scripts. `allowed` runs
 * scripts in a browser without Connection-Allowlist after a person has confirmed. `open` has no
 * protection, and proves that the attacks work.
 */
export type FrameKind = 'still' | 'running' | 'allowed' | 'open'

const paths: Record<FrameKind, string> = {
  still: '/preview/still',
  running: '/preview',
  allowed: '/preview',
  open: '/open-frame',
}

const openShell = `<script>
addEventListener('message', ({ data }) => { document.open(); document.write(data); document.close() }, { once: true })
parent.postMessage({ type: 'preview-ready', isConfined: true }, '*')
</script>`

type PacketCountOptions = {
  openPage: () => Promise<Page>
  kind: FrameKind
  /** Names of the attacks to run instead of all. At least one packet of each attack must arrive. */
  expected?: readonly string[]
}

/**
 * Shows attacks in the preview's frame of a running server, and counts the UDP packets and TCP
 * connections that arrive.
 * @returns the counts by the name of the attack, without attacks that sent nothing.
 */
export async function countPreviewPackets({
  openPage,
  kind,
  expected,
}: PacketCountOptions): Promise<{ tried: number; arrived: Record<string, number> }> {
  let count = 0
  const udp = createSocket('udp4').on('message', () => count++)
  const tcp = createServer((socket) => {
    count++
    socket.on('error', () => {})
  })
  udp.bind(0, '127.0.0.1')
  tcp.listen(0, '127.0.0.1')
  await Promise.all([once(udp, 'listening'), once(tcp, 'listening')])
  const tcpPort = (tcp.address() as AddressInfo).port
  const attacks = Object.entries(attackPages({ udpPort: udp.address().port, tcpPort })).filter(
    ([name]) => !expected || expected.includes(name),
  )
  const arrived: Record<string, number> = {}
  let tab = await openAttackTab(openPage, kind)
  try {
    for (const [name, markup] of attacks) {
      count = 0
      try {
        await showInFrame(tab.page, paths[kind], markup)
      } catch (error) {
        if (!tab.isGone()) throw error
        tab = await openAttackTab(openPage, kind)
        await showInFrame(tab.page, paths[kind], markup)
      }
      if (expected) await waitUntil(() => count > 0)
      else await sleep(name.includes('busy') ? busyMs : attackMs)
      if (count > 0) arrived[name] = count
    }
  } finally {
    udp.close()
    tcp.close()
  }
  return { tried: attacks.length, arrived }
}

async function waitUntil(isDone: () => boolean): Promise<void> {
  const end = performance.now() + expectedMs
  while (!isDone() && performance.now() < end) await sleep(20)
}

async function openAttackTab(openPage: () => Promise<Page>, kind: FrameKind) {
  const page = await openPage()
  let hasCrashed = false
  page.on('crash', () => (hasCrashed = true))
  await prepare(page, kind)
  // Chromium ends the process of an attacking page. Some versions end the whole browser.
  return { page, isGone: () => hasCrashed || page.isClosed() }
}

async function prepare(page: Page, kind: FrameKind): Promise<void> {
  if (kind === 'allowed') await removeAllowlist(page)
  if (kind !== 'open') return
  await page.route('**/open-frame', (route) =>
    route.fulfill({ contentType: 'text/html', body: openShell }),
  )
}

/**
 * Serves the preview without the header `Connection-Allowlist`, as for a browser that ignores this
 * header.
 */
export const removeAllowlist = (page: Page) =>
  page.route('**/preview', async (route) => {
    const response = await route.fetch()
    const headers = response.headers()
    delete headers['connection-allowlist']
    await route.fulfill({ response, headers })
  })

const showInFrame = (page: Page, src: string, markup: string) =>
  page.evaluate(`(async ([src, markup]) => {
    document.querySelector('iframe')?.remove()
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.src = src
    const ready = new Promise((resolve) => {
      addEventListener('message', function listen({ data, source }) {
        if (source !== frame.contentWindow || data.type !== 'preview-ready') return
        removeEventListener('message', listen)
        resolve()
      })
    })
    document.body.append(frame)
    await ready
    frame.contentWindow.postMessage(markup, '*')
  })(${JSON.stringify([src, markup])})`)
