import { newId } from '#lib/id.ts'
import { createdKeySchema } from '#contract/access/keys.ts'
import { pictureFileSchema } from '#contract/files.ts'
import { isTaskOver, taskListSchema, taskSchema, type Task } from '#contract/tasks.ts'
import { apiKey } from './fixtures.ts'
import { FaultyProxy } from './faulty-proxy.ts'
import { QuickGateway } from './quick-gateway.ts'
import { Server } from './server.ts'

/**
 * Two servers. `front` uses `back` as its gateway, through a proxy that injects faults. `back`
 * offers its engine and the fast model of another gateway.
 */
export class Chain {
  readonly maker: QuickGateway
  readonly back: Server
  readonly proxy: FaultyProxy
  readonly front: Server

  private constructor(maker: QuickGateway, back: Server, proxy: FaultyProxy, front: Server) {
    this.maker = maker
    this.back = back
    this.proxy = proxy
    this.front = front
  }

  static async start(): Promise<Chain> {
    const maker = await QuickGateway.start()
    const back = await Server.start({
      BOZZETTO_GATEWAY_URL: maker.url,
      BOZZETTO_GATEWAY_KEY: 'sa-of-the-maker',
    })
    const { secret } = createdKeySchema.parse(
      await postJson(`${back.url}/api/keys`, {
        name: 'The other Bozzetto',
        limits: { requestsPerMinute: 5_000, streams: 50 },
      }),
    )
    const proxy = await FaultyProxy.start(() => back.url)
    const front = await Server.start({
      BOZZETTO_GATEWAY_URL: proxy.url,
      BOZZETTO_GATEWAY_KEY: secret,
      BOZZETTO_API_KEYS: apiKey,
    })
    return new Chain(maker, back, proxy, front)
  }

  async stop(): Promise<void> {
    await this.front.stop()
    await this.proxy.stop()
    await this.back.stop()
    await this.maker.stop()
  }

  get createCount(): number {
    return this.proxy.countOf('POST', createPath)
  }

  async upload(picture: Buffer): Promise<string> {
    const response = await fetch(`${this.front.url}/api/files?name=picture.png`, {
      method: 'POST',
      body: new Uint8Array(picture),
    })
    return pictureFileSchema.parse(await response.json()).id
  }

  order(picture: string): Promise<Task> {
    return this.orderOf('gateway/gateway/quick_3d', { file: { file_token: picture } })
  }

  /** Submits a task to `front` that takes the engine of `back` several seconds. */
  orderLarge(picture: string): Promise<Task> {
    const params = { file: { file_token: picture }, face_limit: 50_000 }
    return this.orderOf('gateway/local/image-to-3d', params)
  }

  private async orderOf(modelId: string, params: Record<string, unknown>): Promise<Task> {
    const order = { id: newId(), modelId, params }
    return taskSchema.parse(await postJson(`${this.front.url}/api/tasks`, order))
  }

  async readTask(id: string): Promise<Task> {
    return taskSchema.parse(await (await fetch(`${this.front.url}/api/tasks/${id}`)).json())
  }

  async untilTask(id: string, fits: (task: Task) => boolean, timeoutMs = 120_000): Promise<Task> {
    const giveUpAt = performance.now() + timeoutMs
    for (;;) {
      const task = await this.readTask(id)
      if (fits(task)) return task
      if (performance.now() > giveUpAt) throw new Error(`The task stayed ${JSON.stringify(task)}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  untilOver(id: string): Promise<Task> {
    return this.untilTask(id, ({ status }) => isTaskOver(status))
  }

  async clearBack(): Promise<number> {
    const response = await fetch(`${this.back.url}/api/tasks?limit=200`)
    const { tasks } = taskListSchema.parse(await response.json())
    for (const { id } of tasks.filter(({ status }) => !isTaskOver(status))) {
      await fetch(`${this.back.url}/api/tasks/${id}/cancel`, { method: 'POST' })
    }
    return tasks.length
  }

  async chat(question: string): Promise<{ status: number; headers: Headers; text: string }> {
    const response = await fetch(`${this.front.url}/llm/v1/chat/completions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        model: 'gateway/bozzetto/guide',
        messages: [{ role: 'user', content: question }],
        stream: true,
      }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

export const createPath = /^\/model\/v1\/generation$/
export const lookPath = /^\/model\/v1\/generation\/task\/\w+$/
export const streamPath = /^\/model\/v1\/generation\/task\/\w+\/stream$/
export const resultPath = /^\/model\/v1\/files\//
export const chatPath = /^\/llm\/chat\/completions$/

async function postJson(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.json()
}
