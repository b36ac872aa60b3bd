import { Server } from './server.ts'

/**
 * The servers of one worker: a server that most tests share, and a server for the current test
 * file.
 */
export class Servers {
  #shared: Promise<Server> | undefined
  #own: { name: string; server: Promise<Server> } | undefined

  /** @param env environment of the server. Later calls ignore this parameter. */
  shared(env: Record<string, string>): Promise<Server> {
    this.#shared ??= Server.startFromNothing(env)
    return this.#shared
  }

  /** Returns the server with this name. Stops the former server of another name. */
  async own(name: string, env: Record<string, string>): Promise<Server> {
    if (this.#own?.name !== name) {
      const before = this.#own
      this.#own = { name, server: Server.start(env) }
      await (await before?.server)?.stop()
    }
    return this.#own.server
  }

  async stop(): Promise<void> {
    for (const server of [this.#shared, this.#own?.server]) await (await server)?.stop()
  }
}
