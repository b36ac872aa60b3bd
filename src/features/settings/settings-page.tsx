import ChevronLeft from 'lucide-react/icons/chevron-left'
import Lock from 'lucide-react/icons/lock'
import { useEffect, type ReactNode, type ComponentType } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import type { AccessState } from '#contract/access/access.ts'
import { LinkButton } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { t } from '#languages/settings.ts'
import { connectionParam } from './connections/connection-address.ts'
import type { SettingsViewer, PageProps } from './layout/page-props.ts'
import { SinglePartContext } from './layout/single-part-context.ts'
import { useFirstLoad } from './layout/use-first-load.ts'
import type { SettingsPage } from './navigation/page-list.tsx'
import type { SettingsPageId } from './navigation/settings-page-ids.ts'

const loadConnectionPage = async () =>
  (await import('./connections/connection-page.tsx')).ConnectionPage

type SettingsPageViewProps = {
  page: SettingsPage | undefined
  viewer: SettingsViewer
  access: AccessState
}

export function SettingsPageView({ page, viewer, access }: SettingsPageViewProps) {
  const [search] = useSearchParams()
  if (!page) return <NotForMembers />
  const connectionId = page.id === 'models' ? search.get(connectionParam) : null
  if (connectionId !== null) {
    return (
      <PageFrame>
        <Loaded load={loadConnectionPage} props={{ key: connectionId, id: connectionId }} />
      </PageFrame>
    )
  }
  const isSingle = page.sections.length === 1
  return (
    <PageFrame>
      <Link
        href="/settings"
        className="-ms-2 -mb-6 flex h-11 items-center gap-1 self-start rounded-md px-2 font-medium text-ink-muted hover:text-ink md:hidden"
      >
        <ChevronLeft aria-hidden className="size-4" />
        {t('Settings')}
      </Link>
      {!isSingle && (
        <header>
          <h1 className="text-2xl font-semibold">{page.title}</h1>
          {page.lead !== undefined && (
            <p className="mt-1 text-base text-pretty text-ink-muted">{page.lead}</p>
          )}
        </header>
      )}
      <SinglePartContext value={isSingle}>
        <Sections page={page} viewer={viewer} access={access} />
      </SinglePartContext>
    </PageFrame>
  )
}

const PageFrame = ({ children }: { children: ReactNode }) => (
  // Relative, because hidden texts with an absolute position would otherwise extend the window.
  <div className="relative h-full overflow-y-auto">
    <div className="mx-auto flex w-full max-w-230 flex-col gap-7 px-4 pt-3 pb-10 md:px-10 md:pt-9">
      {children}
    </div>
  </div>
)

type SectionsProps = { page: SettingsPage; viewer: SettingsViewer; access: AccessState }

function Sections({ page, viewer, access }: SectionsProps) {
  const isReady = useFirstLoad(pageLoaders[page.id])
  const hash = useLocationProperty(() => location.hash)
  useEffect(() => {
    if (!isReady || hash === '') return
    const section = document.getElementById(hash.slice(1))
    section?.scrollIntoView()
    // The address of a form opens its dialog, which may be faster than the page.
    const isInDialog = document.activeElement?.closest('[role="dialog"]')
    if (!isInDialog) section?.focus({ preventScroll: true })
  }, [isReady, hash])
  return (
    // Hidden sections keep their space while they load, so that nothing visible moves.
    <div aria-busy={!isReady} className={`flex flex-col gap-10 ${isReady ? '' : 'invisible'}`}>
      <Loaded load={pageLoaders[page.id]} props={{ ...viewer, access }} />
    </div>
  )
}

const NotForMembers = () => (
  <div className="grid h-full place-items-center">
    <EmptyState
      icon={<Lock />}
      title={t('Only for admins')}
      heading="h1"
      action={<LinkButton href="/settings/account">{t('Your settings')}</LinkButton>}
    >
      {t('An admin of this server can change this.')}
    </EmptyState>
  </div>
)

const pageLoaders: Record<SettingsPageId, () => Promise<ComponentType<PageProps>>> = {
  account: async () => (await import('./pages/account-page.tsx')).AccountPage,
  tools: async () => (await import('./pages/tools-page.tsx')).ToolsPage,
  memory: async () => (await import('./pages/memory-page.tsx')).MemoryPage,
  schedules: async () => (await import('./schedules/schedules-part.tsx')).SchedulesPart,
  services: async () =>
    (await import('./own-connections/own-connections-part.tsx')).OwnConnectionsPart,
  programs: async () => (await import('./pages/programs-page.tsx')).ProgramsPage,
  teams: async () => (await import('./teams/teams-part.tsx')).TeamsPart,
  usage: async () => (await import('./pages/usage-page.tsx')).UsagePage,
  data: async () => (await import('./own-data/own-data-part.tsx')).OwnDataPart,
  models: async () => (await import('./pages/models-page.tsx')).ModelsPage,
  'tool-servers': async () => (await import('./pages/tool-servers-page.tsx')).ToolServersPage,
  catalogue: async () => (await import('./pages/catalogue-page.tsx')).CataloguePage,
  people: async () => (await import('./pages/people-page.tsx')).PeoplePage,
  limits: async () => (await import('./pages/limits-page.tsx')).LimitsPage,
  server: async () => (await import('./server/server-page.tsx')).ServerPage,
  status: async () => (await import('./status/status-page.tsx')).StatusPage,
  security: async () => (await import('./audit/audit-part.tsx')).AuditPart,
}
