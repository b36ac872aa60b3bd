import { useQuery } from '@tanstack/react-query'
import { Redirect, useSearch } from 'wouter'
import { explainError } from '#lib/explain.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/settings.ts'
import { accessQueries } from './access/access-queries.ts'
import { toViewer } from './layout/page-props.ts'
import { getSettingsPages } from './navigation/page-list.tsx'
import type { SettingsPageId } from './navigation/settings-page-ids.ts'
import { SettingsNavigation } from './navigation/settings-navigation.tsx'
import { SettingsPageView } from './settings-page.tsx'

type SettingsProps = {
  /** `reference` stands for the page about the HTTP API. Undefined for the path `/settings`. */
  page: SettingsPageId | 'reference' | undefined
}

const loadReference = async () => (await import('./reference/reference.tsx')).ApiReference

export function Settings({ page }: SettingsProps) {
  const { data: access, error } = useQuery(accessQueries.state())
  const search = useSearch()
  const viewer = access && toViewer(access)
  const pages = viewer ? getSettingsPages(viewer) : []
  const usual = viewer?.isAdmin === true ? 'models' : 'account'
  // The navigation has no entry for the API reference, so mark the page with the API keys.
  const shownId = page === 'reference' ? 'programs' : (page ?? usual)
  const shown = pages.find(({ id }) => id === shownId)
  const isIndex = page === undefined
  const asked = isIndex ? findAskedPage(search) : undefined
  if (asked) return <Redirect to={`/settings/${asked}?${search}`} replace />
  const instead = viewer?.isAdmin === true && !shown ? pagesOfAdmins[shownId] : undefined
  if (instead) return <Redirect to={`/settings/${instead}`} replace />
  return (
    <div className="flex h-full">
      <SettingsNavigation pages={pages} currentId={shownId} isIndex={isIndex} />
      <div className={`sheet min-w-0 flex-1 ${isIndex ? 'max-md:hidden' : ''}`}>
        {page === 'reference' ? (
          <Loaded load={loadReference} props={{}} fallback={<Waiting />} />
        ) : error && !access ? (
          <p role="alert" className="p-6 text-danger">
            {explainError(error)}
          </p>
        ) : access && viewer ? (
          <SettingsPageView key={shownId} page={shown} viewer={viewer} access={access} />
        ) : (
          <Waiting />
        )}
      </div>
    </div>
  )
}

/** Pages that admins do not always have, and the pages with the same settings that they have. */
const pagesOfAdmins: Partial<Record<SettingsPageId, SettingsPageId>> = {
  services: 'models',
  teams: 'people',
}

/**
 * Returns the page for a URL without a page name, from the params `connect` (new connection) and
 * `state` (sign-in of an MCP server).
 */
function findAskedPage(search: string): SettingsPageId | undefined {
  const params = new URLSearchParams(search)
  if (params.has('connect')) return 'models'
  return params.has('state') ? 'tool-servers' : undefined
}

const Waiting = () => (
  <div className="grid h-full animate-appear place-items-center text-ink-faint [animation-delay:200ms] [animation-fill-mode:both]">
    <Spinner label={t('Loading')} className="size-5" />
  </div>
)
