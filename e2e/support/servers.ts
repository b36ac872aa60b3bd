import { Server } from './server.ts'

/** The servers of one worker: the one that most tests share, and one of the file whose tests run. */
export class Servers {
  #shared: Promise<Server> | undefined
  #own: { name: string; server: Promise<Server> } | undefined

  /** @param env of its start; those of later calls are not looked at. */
  shared(env: Record<string, string>): Promise<Server> {
    this.#shared ??= Server.startFromNothing(env)
    return this.#shared
  }

  /** The same as long as the name is; another one ends it. */
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
