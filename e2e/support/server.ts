import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyEmptyDatabase } from './empty-database.ts'
import { findLink, signInByLink, type SessionCookie } from '#testing/sign-in.ts'

const mainFile = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))
const startTimeoutMs = 110_000

const newFolder = () => mkdtemp(path.join(tmpdir(), 'bozzetto-e2e-'))

/** A server that runs like `npm start`, on a free port and with its own data folder. */
export class Server {
  readonly dataFolder: string
  output = ''
  #child: ChildProcess | undefined
  #url = ''
  #cookie: SessionCookie | undefined
  readonly #env: Record<string, string>
  readonly #node: string

  private constructor(
    dataFolder: string,
    env: Record<string, string>,
    node: string = process.execPath,
  ) {
    this.dataFolder = dataFolder
    this.#env = env
    this.#node = node
  }

  /**
   * Starts with a copied empty database, because creating a database takes seconds.
   * @param options.node the Node that runs the server. The default is the Node that runs the tests.
   */
  static async start(
    env: Record<string, string> = {},
    { node }: { node?: string | undefined } = {},
  ): Promise<Server> {
    const folder = await newFolder()
    await copyEmptyDatabase(folder, async (empty) => {
      const first = new Server(empty, {})
      await first.startAgain()
      await first.#end('SIGTERM')
    })
    return Server.#startIn(folder, env, node)
  }

  /** Starts with an empty folder, like the first start of a user. */
  static async startFromNothing(env: Record<string, string> = {}): Promise<Server> {
    return Server.#startIn(await newFolder(), env)
  }

  static async #startIn(
    folder: string,
    env: Record<string, string>,
    node?: string,
  ): Promise<Server> {
    const server = new Server(folder, env, node)
    await server.startAgain()
    return server
  }

  get url(): string {
    return this.#url
  }

  /** Session cookie of the owner, which `fetch` sends. Undefined if the server has a password. */
  get cookie(): SessionCookie | undefined {
    return this.#cookie
  }

  get link(): string {
    return findLink(this.output, { dataFolder: this.dataFolder, env: this.#env }) ?? ''
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Starts with the same folder and, after the first start, on the same port. */
  async startAgain(): Promise<void> {
    const child = spawn(this.#node, [mainFile], {
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        PORT: this.#url ? new URL(this.#url).port : '0',
        BOZZETTO_DATA: this.dataFolder,
        ...this.#env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    const printedBefore = this.output.length
    const link = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`No address after ${startTimeoutMs} ms:\n${this.output}`)),
        startTimeoutMs,
      )
      let hasLink = false
      const listen = (chunk: Buffer) => {
        this.output += chunk.toString()
        // Output can arrive after `stop` has deleted the folder with the token.
        if (hasLink) return
        const printed = findLink(this.output.slice(printedBefore), {
          dataFolder: this.dataFolder,
          env: this.#env,
        })
        if (printed !== undefined) {
          hasLink = true
          clearTimeout(timer)
          resolve(printed)
        }
      }
      child.stdout.on('data', listen)
      child.stderr.on('data', listen)
      child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${this.output}`)))
    })
    this.#url = new URL(link).origin
    this.#cookie = await signInByLink(link)
  }

  /** Kills the server without a chance to store data, like a power cut. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
    await rm(this.dataFolder, { recursive: true, force: true })
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
}
