import { watchUpstream } from './watch-upstream.ts'

type UpstreamInit = Omit<RequestInit, 'headers'> & { headers?: Readonly<Record<string, string>> }

/** Sends a request like `fetch` to a connected service, with metrics and traces. */
export const upstreamFetch = (url: string, init: UpstreamInit): Promise<Response> =>
  watchUpstream(new URL(url), {
    method: init.method ?? 'GET',
    send: (headers) => fetch(url, { ...init, headers: { ...init.headers, ...headers } }),
    statusOf: ({ status }) => status,
  })
