import { watchUpstream } from './watch-upstream.ts'

type UpstreamInit = Omit<RequestInit, 'headers'> & { headers?: Readonly<Record<string, string>> }

/** As `fetch`, for services that the owner has connected: counted, timed and traced. */
export const upstreamFetch = (url: string, init: UpstreamInit): Promise<Response> =>
  watchUpstream(new URL(url), {
    method: init.method ?? 'GET',
    send: (headers) => fetch(url, { ...init, headers: { ...init.headers, ...headers } }),
    statusOf: ({ status }) => status,
  })
