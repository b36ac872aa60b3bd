import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { startServerProcess } from '../server-process.ts'

const password = 'plaster wheel harbour nine'
const largeFiles = 6
const largeSidePx = 2_400
const smallSidePx = 64
const rounds = 5

/**
 * Measures how long one user's upload of a small picture takes, alone and during six large uploads
 * of another user.
 * @returns ratio of the median durations.
 */
export async function attackFairness(say: (line: string) => void): Promise<Record<string, number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-fairness-'))
  const settings = { BOZZETTO_PASSWORD: password, BOZZETTO_LOG: 'silent' }
  const server = await startServerProcess(folder, 'direct', settings)
  try {
    const { anna, ben } = await addPeople(server.url)
    const upload = (cookie: string, bytes: Uint8Array) =>
      sendTimed(`${server.url}/api/files?name=a.png`, cookie, bytes)
    await upload(ben, await noise(smallSidePx))
    const idle: number[] = []
    const beside: number[] = []
    for (let round = 0; round < rounds; round++) {
      idle.push(await upload(ben, await noise(smallSidePx)))
      const large = await Promise.all(Array.from({ length: largeFiles }, () => noise(largeSidePx)))
      const small = await noise(smallSidePx)
      const uploads = await sendElsewhere(`${server.url}/api/files?name=a.png`, anna, large)
      beside.push(await upload(ben, small))
      await uploads.done
    }
    say(`idle ${median(idle).toFixed(0)} ms, beside large ones ${median(beside).toFixed(0)} ms`)
    return { small_job_wait_ratio: Math.round((median(beside) / median(idle)) * 100) / 100 }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Sends files concurrently from a worker thread, so that this thread can measure the small upload.
 * Resolves when the first bytes are sent, and `done` resolves after all responses.
 */
async function sendElsewhere(url: string, cookie: string, files: readonly Buffer[]) {
  const worker = new Worker(senderSource, { eval: true, workerData: { url, cookie, files } })
  const done = new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`Exit ${code}`))))
  })
  await once(worker, 'message')
  return { done }
}

const senderSource = `
const { parentPort, workerData } = require('node:worker_threads')
const { url, cookie, files } = workerData
const headers = { cookie, 'content-type': 'image/png' }
const sent = files.map((body) => fetch(url, { method: 'POST', headers, body }))
setImmediate(() => parentPort.postMessage('sending'))
Promise.all(sent).then((answers) => {
  const refused = answers.find(({ ok }) => !ok)
  if (refused) throw new Error('An upload was answered with ' + refused.status)
  process.exit(0)
})
`

const noise = (sidePx: number): Promise<Buffer> =>
  sharp(randomBytes(sidePx * sidePx * 3), { raw: { width: sidePx, height: sidePx, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function sendTimed(url: string, cookie: string, bytes: Uint8Array): Promise<number> {
  const startMs = performance.now()
  const answer = await fetch(url, {
    method: 'POST',
    headers: { cookie, 'content-type': 'image/png' },
    body: new Uint8Array(bytes),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`An upload was answered with ${answer.status}: ${text}`)
  return performance.now() - startMs
}

async function addPeople(url: string): Promise<{ anna: string; ben: string }> {
  const call = async (target: string, body: object, cookie = '') => {
    const answer = await fetch(url + target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${target} answered ${answer.status}: ${text}`)
    const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0])
    return { text, cookie: cookies.join('; ') }
  }
  const { cookie: anna } = await call('/api/session', { password })
  await call('/api/people', { name: 'Anna', email: 'anna@example.com' }, anna)
  const invitation = await call('/api/people/invitations', { name: 'Ben', role: 'member' }, anna)
  const { token } = JSON.parse(invitation.text) as { token: string }
  const own = { token, name: 'Ben', email: 'ben@example.com', password: `${password} too` }
  const { cookie: ben } = await call('/api/invitation/accept', own)
  return { anna, ben }
}
