import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Plugin } from 'vite'

const isServed =
  /^\/(api|llm|model|preview|healthz|readyz|metrics|openapi\.json)(\/|$|\?)|^[^?]*\?token=/
const isServerSource = /[\\/]src[\\/](server|contract|lib|engine)[\\/]/

/** Result of `startServer` in `src/server/running-server.ts`, which is loaded at run time. */
type RunningServer = {
  fetch: (request: Request, env?: object) => Response | Promise<Response>
  addressToOpen: (origin: string) => string
  close: () => Promise<void>
}

/**
 * Serves the API from Vite's process during development, with the data folder of `npm start`.
 * Restarts the server when its sources change.
 */
export function devServer(): Plugin {
  return {
    name: 'bozzetto-server',
    apply: 'serve',
    configureServer(vite) {
      if (process.env['VITEST']) return
      let running: Promise<RunningServer> | undefined
      let stopped = Promise.resolve()
      const start = async (): Promise<RunningServer> => {
        // Wait for the former server to stop, because two servers cannot open the same database.
        await stopped
        const { readProcessEnv } = await vite.ssrLoadModule('/src/server/env-files.ts')
        const { startServer } = await vite.ssrLoadModule('/src/server/running-server.ts')
        return startServer(readProcessEnv().env)
      }
      const stop = () => {
        const stopping = running
        running = undefined
        if (stopping) stopped = stopping.then((server) => server.close()).catch(() => {})
      }
      const serve = async (
        request: IncomingMessage,
        response: ServerResponse,
        fail: (error: unknown) => void,
      ) => {
        try {
          running ??= start()
          const { fetch } = await running
          await getRequestListener(fetch)(request, response)
        } catch (error) {
          running = undefined
          fail(error)
        }
      }
      vite.middlewares.use((request, response, next) => {
        if (!isServed.test(request.url ?? '')) return next()
        void serve(request, response, next)
      })
      vite.watcher.on('change', (file) => {
        if (!isServerSource.test(file) || file.includes('.test.')) return
        vite.config.logger.info(`server: ${path.basename(file)} changed, starting again`)
        stop()
      })
      vite.httpServer?.once('listening', () => {
        running ??= start()
        running.then(
          ({ addressToOpen }) => {
            const origin = vite.resolvedUrls?.local[0]?.replace(/\/$/, '')
            if (origin) vite.config.logger.info(`Open it here: ${addressToOpen(origin)}`)
          },
          (error: unknown) => {
            running = undefined
            vite.config.logger.error(`server: ${String(error)}`)
          },
        )
      })
      vite.httpServer?.on('close', stop)
    },
  }
}
