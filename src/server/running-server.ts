import { createApp } from './app.ts'
import { readEnv, type Env } from './env.ts'
import { createServices } from './services.ts'

/** Everything that runs behind one address. */
export type RunningServer = {
  env: Env
  fetch: (request: Request) => Response | Promise<Response>
  /** Ends streams, hands tasks back, closes the store. */
  close: () => Promise<void>
}

/**
 * Starts all services and says how to answer requests; listening is the caller's.
 *
 * @param options.pageRoot folder of the built page; without it only the interfaces are served.
 * @throws {EnvError} when a setting is wrong; also what `openStore` throws.
 */
export async function startServer(
  variables: Record<string, string | undefined>,
  options: { pageRoot?: string } = {},
): Promise<RunningServer> {
  const env = readEnv(variables)
  const services = await createServices(env)
  const app = createApp(services, options)
  return { env, fetch: app.fetch, close: services.close }
}
