import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser } from 'playwright'
import { newId } from '#lib/id.ts'
import { askedParts } from '../asked-parts.ts'
import { chromiumArguments } from '../chromium-arguments.ts'
import { startServerProcess, type ServerProcess } from '../server-process.ts'
import { median, printTable } from '../table.ts'
import { makeBall } from '../viewer/models.ts'
import { askForCall } from './ask.ts'
import { measureCards } from './cards.ts'
import { compareLooks } from './look.ts'
import { connectMcp, measureMcpCalls } from './mcp-calls.ts'
import { startScriptedModel, type ScriptedModel } from './scripted-model.ts'

const isQuick = process.env['BOZZETTO_BENCH_QUICK'] === '1'
const rounds = isQuick ? 10 : 60
const cardCount = isQuick ? 8 : 50
/** Triangles of the inspected model. */
const lookTriangles = 20_000
/** Triangles of each model in a card. */
const cardTriangles = 4_000

type Place = { server: ServerProcess; model: ScriptedModel; browser: () => Promise<Browser> }
type Figures = Record<string, number>

const parts: Record<string, (place: Place) => Promise<Figures>> = {
  rounds: measureRounds,
  looks: measureLooks,
  calls: measureCalls,
  cards: measureThreads,
}

/**
 * Measures tools in chats: rounds of an answer, pictures of a model, calls over `/mcp`, and cards
 * in a thread. `BOZZETTO_TOOLS` selects parts, separated by commas. Default: all.
 */
export async function benchTools(): Promise<Figures> {
  const names = askedParts('BOZZETTO_TOOLS', Object.keys(parts))
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-'))
  const model = await startScriptedModel()
  const server = await startServerProcess(folder, 'direct', { BOZZETTO_OPENAI_URL: model.url })
  let launched: Promise<Browser> | undefined
  const browser = () => (launched ??= launch())
  const all: Figures = {}
  try {
    for (const name of names) {
      const figures = (await parts[name]?.({ server, model, browser })) ?? {}
      console.log(JSON.stringify({ part: name, figures }))
      Object.assign(all, figures)
    }
    return all
  } finally {
    await (await launched)?.close()
    await server.stop()
    model.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function launch(): Promise<Browser> {
  const executablePath = process.env['BOZZETTO_CHROMIUM']
  return chromium.launch({
    args: [...chromiumArguments],
    ...(executablePath && { executablePath }),
  })
}

async function measureLooks({ server, browser }: Place): Promise<Figures> {
  const looked = await makeBall(lookTriangles)
  const assetId = await importModel(server.url, 'Looked at', looked)
  const client = await connectMcp(server.url)
  const look = () => client.callTool({ name: 'bozzetto_look_at_model', arguments: { id: assetId } })
  const figures = await compareLooks(await browser(), looked, look)
  await client.close()
  return figures
}

async function measureCalls({ server: { url } }: Place): Promise<Figures> {
  await importModel(url, 'Ball', await makeBall(cardTriangles))
  const client = await connectMcp(url)
  const figures = await measureMcpCalls(client, url)
  await client.close()
  return figures
}

async function measureThreads({ server, browser }: Place): Promise<Figures> {
  const cardId = await importModel(server.url, 'Ball', await makeBall(cardTriangles))
  const three = await makeThread(server.url, cardId, 3)
  const fifty = await makeThread(server.url, cardId, cardCount)
  return measureCards(await browser(), server, { three, fifty })
}

/**
 * Measures the time from the last byte of a tool call to the request with its result, minus the
 * duration of the tool.
 */
async function measureRounds({ server: { url }, model }: Place): Promise<Figures> {
  const overheads: number[] = []
  for (let round = -5; round < rounds; round++) {
    const place = { url, conversationId: newId() }
    const { toolMs } = await askForCall(place, 'calculate', { expression: '6*7' })
    const roundMs = model.rounds.at(-1)
    if (roundMs === undefined) throw new Error('The model was not asked again.')
    if (round >= 0) overheads.push(roundMs - toolMs)
  }
  const figure = median(overheads)
  printTable([
    [`a round of an answer with a tool, ms (median of ${rounds})`, ''],
    ['from the call to the request with its result, without the tool', figure.toFixed(1)],
  ])
  return { tool_round_overhead_ms: Math.round(figure * 10) / 10 }
}

async function importModel(url: string, name: string, glb: Uint8Array): Promise<string> {
  const response = await fetch(`${url}/api/assets?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: new Uint8Array(glb),
  })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { id: string }).id
}

async function makeThread(url: string, cardId: string, count: number): Promise<string> {
  const conversationId = newId()
  let parentId: string | undefined
  for (let at = 0; at < count; at++) {
    const steps = [{ kind: 'height', heightMm: 40 + at }]
    const given = { id: cardId, name: `Ball ${count}-${at}`, steps }
    const answer = await askForCall({ url, conversationId, parentId }, 'change_model', given)
    parentId = answer.answerId
  }
  return conversationId
}
