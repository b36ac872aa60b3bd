import { Server } from './server.ts'

/** The servers of one worker: one that most tests share, and one for the current test file. */
export class Servers {
  #shared: Promise<Server> | undefined
  #own: { name: string; server: Promise<Server> } | undefined

  /** @param env environment of the server. Calls after the first ignore it. */
  shared(env: Record<string, string>): Promise<Server> {
    this.#shared ??= Server.startFromNothing(env)
    return this.#shared
  }

  /** Returns the server with this name. Stops the server that had another name before. */
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
