import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { newId } from '#lib/id.ts'
import { conversationDetailSchema } from '#contract/chat/chat.ts'
import { scheduleRunListSchema } from '#contract/chat/schedules.ts'
import { pictureFileSchema } from '#contract/files.ts'
import { isTaskOver, taskSchema } from '#contract/tasks.ts'
import { expect, plainTest as test } from './support/fixtures.ts'
import { ScriptedChatUpstream } from './support/chat-upstream.ts'
import { samplePicture } from './support/samples.ts'
import { Server } from './support/server.ts'

// Several workers share these tests, because one of them waits for the next minute.
test.describe.configure({ mode: 'parallel' })

const post = (url: string, body: unknown) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

test('the generation of a model that a crash interrupted completes after the restart', async () => {
  const server = await Server.start()
  try {
    const upload = await fetch(`${server.url}/api/files?name=sample.webp`, {
      method: 'POST',
      body: await readFile(samplePicture('teddy-bear')),
    })
    const picture = pictureFileSchema.parse(await upload.json())
    const created = await post(`${server.url}/api/tasks`, {
      id: newId(),
      modelId: 'local/image-to-3d',
      params: { file: { file_token: picture.id }, face_limit: 50_000, model_seed: 7 },
    })
    const { id } = taskSchema.parse(await created.json())
    const readTask = async () =>
      taskSchema.parse(await (await fetch(`${server.url}/api/tasks/${id}`)).json())

    await expect.poll(async () => (await readTask()).status, { intervals: [20] }).toBe('running')
    await server.kill()
    await server.startAgain()

    await expect
      .poll(async () => isTaskOver((await readTask()).status), { timeout: 60_000 })
      .toBe(true)
    const task = await readTask()
    expect(task.status).toBe('completed')
    expect(task.asset?.stats?.triangles).toBeGreaterThan(1_000)
  } finally {
    await server.stop()
  }
})

test('an answer that a crash interrupted keeps its text and is marked as interrupted', async () => {
  const upstream = await ScriptedChatUpstream.start()
  upstream.text = Array.from({ length: 2_000 }, (_, at) => `word${at} `).join('')
  upstream.wordDelayMs = 10
  const server = await Server.start({ BOZZETTO_OPENAI_URL: upstream.url })
  try {
    const conversationId = newId()
    const response = await post(`${server.url}/api/conversations/${conversationId}/runs`, {
      runId: newId(),
      answerId: newId(),
      modelId: 'openai/writer',
      question: { id: newId(), text: 'Write a lot.' },
    })
    let seen = ''
    const decoder = new TextDecoder()
    const reader = response.body!.getReader()
    const readUntil = async (word: string) => {
      while (!seen.includes(word)) {
        const chunk = await reader.read()
        if (chunk.done) break
        for (const match of decoder.decode(chunk.value).matchAll(/"delta":"([^"]*)"/g))
          seen += match[1]
      }
      return seen.trim()
    }
    const shown = await readUntil('word120')
    // The server stores text at the latest half a second after the page shows the text. The next
    // fifty words take as long.
    await readUntil('word170')
    await server.kill()
    await reader.cancel().catch(() => {})
    await server.startAgain()

    const detail = conversationDetailSchema.parse(
      await (await fetch(`${server.url}/api/conversations/${conversationId}`)).json(),
    )
    const [question, answer] = detail.messages
    expect(question).toMatchObject({ role: 'user', text: 'Write a lot.' })
    expect(answer?.run?.status).toBe('interrupted')
    expect(answer?.text.startsWith(shown)).toBe(true)
  } finally {
    await server.stop()
    await upstream.stop()
  }
})

test('a scheduled question is asked once, although the server is killed before the due time and during the answer', async () => {
  test.slow()
  const upstream = await ScriptedChatUpstream.start()
  upstream.holdAfterWords = 1
  const server = await Server.start({ BOZZETTO_OPENAI_URL: upstream.url })
  try {
    const id = newId()
    const dueAt = new Date(Math.floor((Date.now() + 90_000) / 60_000) * 60_000)
    const created = await fetch(`${server.url}/api/schedules/${id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        name: 'News',
        question: 'What is new?',
        modelId: 'openai/writer',
        timing: { kind: 'daily', time: dueAt.toISOString().slice(11, 16) },
        timeZone: 'UTC',
        runUsdMax: 1,
      }),
    })
    expect(created.status).toBe(200)
    const listRuns = async () => {
      const response = await fetch(`${server.url}/api/schedules/${id}/runs`)
      return scheduleRunListSchema.parse(await response.json()).runs
    }
    await server.kill()
    await expect.poll(() => Date.now(), { timeout: 100_000 }).toBeGreaterThan(dueAt.getTime())
    expect(upstream.requests).toHaveLength(0)

    await server.startAgain()
    await expect.poll(() => upstream.requests.length, { timeout: 60_000 }).toBe(1)
    await expect.poll(async () => (await listRuns())[0]?.status).toBe('running')
    await server.kill()
    upstream.release()
    await server.startAgain()
    await expect.poll(async () => (await listRuns())[0]?.status, { timeout: 60_000 }).toBe('failed')

    const runs = await listRuns()
    expect(runs).toHaveLength(1)
    expect(runs[0]).toMatchObject({ dueAt: dueAt.toISOString() })
    expect(runs[0]?.problem).toContain('server stopped while this answer was being written')
    const { conversationId = '' } = runs[0] ?? {}
    const detail = conversationDetailSchema.parse(
      await (await fetch(`${server.url}/api/conversations/${conversationId}`)).json(),
    )
    expect(detail.conversation).toMatchObject({ isUnread: true })
    expect(detail.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    // The server asks all due questions when it starts, so this start would reveal a repetition.
    await server.kill()
    await server.startAgain()
    expect(await listRuns()).toHaveLength(1)
    expect(upstream.requests).toHaveLength(1)
  } finally {
    await server.stop()
    await upstream.stop()
  }
})

test('a server that is killed under load loses no confirmed data and pays for no task twice', async () => {
  const bench = spawn(process.execPath, ['--import', 'tsx', 'src/bench/main.ts', 'torture'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      ...process.env,
      BOZZETTO_TORTURE: 'kills',
      BOZZETTO_TORTURE_KILLS: '2',
      BOZZETTO_TORTURE_TASKS: '24',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [bench.stdout, bench.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  await once(bench, 'close')
  const [line = ''] = /^\{"bench":"torture".*$/m.exec(output) ?? []
  expect(line, output).not.toBe('')
  const { figures } = JSON.parse(line) as { figures: Record<string, number> }
  expect(figures).toMatchObject({
    kills: 2,
    lost: 0,
    stuck_tasks: 0,
    double_purchases: 0,
    orphan_files: 0,
    missing_files: 0,
  })
  expect(figures['acknowledged']).toBeGreaterThan(2)
})
