import ChevronLeft from 'lucide-react/icons/chevron-left'
import Lock from 'lucide-react/icons/lock'
import { useEffect, type ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import type { AccessState } from '#contract/access/access.ts'
import { LinkButton } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { connectionParam } from './connections/connection-address.ts'
import type { SettingsViewer } from './layout/page-props.ts'
import { SinglePartContext } from './layout/single-part-context.ts'
import { useFirstLoad } from './layout/use-first-load.ts'
import type { SettingsPage } from './navigation/page-list.tsx'
import { pageLoaders } from './page-loaders.ts'

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
        className="-ml-2 flex h-11 items-center gap-1 self-start rounded-md px-2 font-medium text-ink-muted hover:text-ink md:hidden"
      >
        <ChevronLeft aria-hidden className="size-4" />
        Settings
      </Link>
      {!isSingle && (
        <header className="max-md:-mt-6">
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
  <div className="h-full overflow-y-auto">
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
    section?.focus({ preventScroll: true })
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
      title="Only for admins"
      heading="h1"
      action={<LinkButton href="/settings/account">Your settings</LinkButton>}
    >
      An admin of this server can change this.
    </EmptyState>
  </div>
)
