import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A local Gradio app that describes its form and creates nothing. */
export class TestGradioApp {
  isNewer = false
  readonly #server = createServer((request, response) => {
    request.resume()
    const answers: Record<string, unknown> = {
      '/config': this.#config(),
      '/gradio_api/info': this.#info(),
    }
    const answer = answers[request.url ?? '']
    response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })

  static async start(): Promise<TestGradioApp> {
    const app = new TestGradioApp()
    await new Promise<void>((resolve) => app.#server.listen(0, '127.0.0.1', resolve))
    return app
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #config() {
    const steps = { label: 'Steps', minimum: 1, maximum: 50, step: 1, value: 20 }
    return {
      version: '5.49.0',
      protocol: 'sse_v3',
      api_prefix: '/gradio_api',
      title: 'Clay',
      components: [
        { id: 1, type: 'image', props: { label: 'Photo' } },
        { id: 2, type: 'model3d', props: { label: 'Clay model' } },
        { id: 3, type: 'file', props: { label: 'Turntable' } },
        { id: 4, type: 'checkbox', props: { label: 'Remove background', value: true } },
        { id: 5, type: 'slider', props: steps },
        { id: 6, type: 'markdown', props: {} },
      ],
      dependencies: [
        { id: 0, api_name: 'greet', inputs: [], outputs: [6] },
        { id: 1, api_name: 'sculpt', inputs: this.#inputs(), outputs: [3, 2] },
      ],
    }
  }

  #inputs = (): number[] => (this.isNewer ? [1, 4, 5] : [1, 4])

  #info() {
    const named = { 1: 'photo', 4: 'remove_background', 5: 'steps' } as const
    const parameters = this.#inputs().map((id) => ({
      parameter_name: named[id as keyof typeof named],
      parameter_has_default: id !== 1,
    }))
    return { named_endpoints: { '/greet': { parameters: [] }, '/sculpt': { parameters } } }
  }
}
