import { asList, asRecord, asString, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { unescapeHtml } from '#lib/unescape-html.ts'
import type {
  ConnectedProvider,
  ConnectionSettings,
  ProviderKind,
} from '../../ports/provider-kind.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { WebHit } from '../../ports/web-search.ts'
import { createServiceHttp, type ServiceHttp } from '../service/service-http.ts'

const hitsMax = 8
const timeoutMs = 15_000
const titleMax = 200
const snippetMax = 500
const enginesMax = 5

type Dialect = {
  ask: (http: ServiceHttp, query: string, signal: AbortSignal) => Promise<unknown>
  resultsIn: (answer: Fields) => unknown
  snippet: string
}

const getQuery = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()

const searxng: Dialect = {
  async ask(http, q, signal) {
    const answer = await http.ask(`/search?${getQuery({ q, format: 'json' })}`, {
      signal,
      timeoutMs,
    })
    if (answer.response.status === 403) throw jsonForbidden()
    return http.jsonOf(answer)
  },
  resultsIn(answer) {
    const silent = asList(answer['unresponsive_engines'])
    if (asList(answer['results']).length === 0 && silent.length > 0) throw enginesFailed(silent)
    return answer['results']
  },
  snippet: 'content',
}

/** SearXNG refuses JSON requests in its default configuration. */
const jsonForbidden = (): HttpError =>
  new HttpError(
    'provider_refused',
    'SearXNG does not answer in JSON (403). Add json to search.formats in its settings.yml, and restart it.',
  )

/** An empty answer means that all search engines behind SearXNG refused the query. */
function enginesFailed(silent: readonly unknown[]): HttpError {
  const named = silent.slice(0, enginesMax).map((engine) => {
    const [name, reason] = asList(engine).map((part) => asString(part).slice(0, titleMax))
    return reason ? `${name} (${reason})` : (name ?? '')
  })
  return new HttpError(
    'provider_failed',
    `SearXNG found nothing, because its search engines did not answer: ${named.join(', ')}.`,
  )
}

const brave: Dialect = {
  ask: (http, q, signal) =>
    http.json(`/res/v1/web/search?${getQuery({ q, count: String(hitsMax) })}`, {
      signal,
      timeoutMs,
    }),
  resultsIn: (answer) => asRecord(answer['web'])['results'],
  snippet: 'description',
}

const tavily: Dialect = {
  ask: (http, query, signal) =>
    http.json('/search', {
      method: 'POST',
      body: JSON.stringify({ query, max_results: hitsMax, search_depth: 'basic' }),
      signal,
      timeoutMs,
    }),
  resultsIn: (answer) => answer['results'],
  snippet: 'content',
}

type Access = { root: string; headers: Readonly<Record<string, string>> }

function connect(
  { service, secrets }: ConnectionSettings,
  { root, headers }: Access,
  dialect: Dialect,
): ConnectedProvider {
  const http = createServiceHttp({ service, root, headers, secrets: Object.values(secrets) })
  const search = async (query: string, signal: AbortSignal): Promise<WebHit[]> => {
    const answer = asRecord(await dialect.ask(http, query, signal))
    return asList(dialect.resultsIn(answer))
      .map((result) => toHit(asRecord(result), dialect.snippet))
      .filter(({ url }) => /^https?:\/\//i.test(url))
      .slice(0, hitsMax)
  }
  return {
    url: root,
    search: { search },
    // The search APIs have no free key check, so the check sends a real query.
    checkKeys: async (signal) => {
      const hits = await search('Bozzetto sculpture', signal)
      return hits.length === 0 ? 'It answers, but found nothing.' : 'Search works.'
    },
  }
}

const toHit = (result: Fields, snippet: string): WebHit => ({
  title: plain(asString(result['title'])).slice(0, titleMax) || asString(result['url']),
  url: asString(result['url']).slice(0, 2_000),
  snippet: plain(asString(ownValue(result, snippet))).slice(0, snippetMax),
})

const plain = (text: string): string =>
  unescapeHtml(text.slice(0, 4_000).replaceAll(/<\/?(?:strong|b|em)>/g, ''))
    .replaceAll(/\s+/g, ' ')
    .trim()

export const connectBrave = (settings: ConnectionSettings, root = 'https://api.search.brave.com') =>
  connect(
    settings,
    { root, headers: { 'X-Subscription-Token': settings.secrets['key'] ?? '' } },
    brave,
  )

export const connectTavily = (settings: ConnectionSettings, root = 'https://api.tavily.com') =>
  connect(
    settings,
    { root, headers: { Authorization: `Bearer ${settings.secrets['key'] ?? ''}` } },
    tavily,
  )

export const connectSearxng = (settings: ConnectionSettings) =>
  connect(settings, { root: settings.baseUrl, headers: {} }, searxng)

export const searchKinds: readonly ProviderKind[] = [
  {
    id: 'searxng',
    name: 'SearXNG',
    about:
      'Your own search server, without a key. Its settings must list json under search.formats.',
    offers: ['web'],
    group: 'local',
    address: { default: 'http://127.0.0.1:8080', example: 'http://127.0.0.1:8080' },
    secrets: [],
    connect: connectSearxng,
  },
  {
    id: 'brave-search',
    name: 'Brave Search',
    about: 'Web search from an index of its own. Each search counts against your plan.',
    offers: ['web'],
    group: 'cloud',
    secrets: [{ id: 'key', label: 'API key', isRequired: true }],
    keyUrl: 'https://api-dashboard.search.brave.com/app/keys',
    connect: (settings) => connectBrave(settings),
  },
  {
    id: 'tavily',
    name: 'Tavily',
    about: 'Web search made for language models. Each search counts against your plan.',
    offers: ['web'],
    group: 'cloud',
    secrets: [{ id: 'key', label: 'API key', isRequired: true, placeholder: 'tvly-…' }],
    keyUrl: 'https://app.tavily.com/home',
    connect: (settings) => connectTavily(settings),
  },
]
