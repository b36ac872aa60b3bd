import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a local gateway that reads each request and responds at once. */
export async function startTalker(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => {
      response.setHeader('content-type', 'application/json')
      const isList = request.url?.endsWith('/models') ?? false
      response.end(
        JSON.stringify(
          isList
            ? { object: 'list', data: [{ id: 'writer', object: 'model' }] }
            : { choices: [{ message: { role: 'assistant', content: 'Yes.' } }] },
        ),
      )
    })
    request.once('error', () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
