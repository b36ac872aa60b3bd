import { useEffect, useRef, useState, type ComponentType } from 'react'
import { Redirect, useLocation } from 'wouter'
import { useStore } from 'zustand'
import { onceBack } from '#lib/browser/is-server-away.ts'
import { noticesSetting } from '#lib/browser/notices-setting.ts'
import { offlineCopiesSetting } from '#lib/browser/offline-copies.ts'
import { unitQuestions } from '#model-files/import/units/unit-question.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { prefetch } from '#ui/layout/prefetch.ts'
import { Spinner } from '#ui/progress/spinner.tsx'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { t } from '#languages/app.ts'
import { ErrorBoundary } from './error-page.tsx'
import { NavigationRail } from './navigation-rail.tsx'
import { Palette } from './palette/palette.tsx'
import { placeLoaders } from './navigation/place-loaders.ts'
import { parsePlace, findRedirect, type AppPlace, type PlaceName } from './navigation/routes.ts'
import { PlaceFrame, WorkspaceContent, WorkspaceFrame } from './workspace-frame.tsx'
import { useAppShortcuts } from './shortcuts/shortcuts.ts'
import { usePlaceTitle } from './navigation/use-place-title.ts'
import { useQueryClient } from '@tanstack/react-query'
import { codeLoaded } from '#ui/layout/loaded-code.ts'

const loadViewerPage = async () =>
  (await import('#features/viewer-page/viewer-page.tsx')).ViewerPage
const loadComparePage = async () =>
  (await import('#features/viewer-page/compare-page.tsx')).ComparePage
const loadPhonePage = async () => (await import('#features/studio/phone/phone-page.tsx')).PhonePage
const loadSharePage = async () => (await import('#features/share/share-page.tsx')).SharePage
const loadSharedChat = async () =>
  (await import('#features/chat/sharing/shared-chat-page.tsx')).SharedChatPage
const loadInvitation = async () => (await import('./access/invitation-page.tsx')).InvitationPage
const loadReset = async () => (await import('./access/reset-page.tsx')).ResetPage
const linkLoaders = {
  share: loadSharePage,
  'shared-chat': loadSharedChat,
  invitation: loadInvitation,
  reset: loadReset,
}
const loadNotFound = async () => (await import('./not-found-page.tsx')).NotFoundPage
const loadWelcome = async () =>
  (await import('#features/settings/welcome/welcome-page.tsx')).WelcomePage
const loadTemporaryChat = async () =>
  (await import('#features/chat/temporary/temporary-chat.tsx')).TemporaryChat

const loadAssistants = async () =>
  (await import('#features/chat/assistants/assistants-page.tsx')).AssistantsPage
const loadOffline = async () => (await import('./offline/offline-support.tsx')).OfflineSupport

const renewPush = async () => (await import('#queries/push-notices.ts')).renewPushNotices()

const loadKeyboard = async () => (await import('./late-parts.ts')).followKeyboard()

const loadShareRequest = async () => (await import('./late-parts.ts')).ShareRequestDialog

const loadShortcuts = async () => (await import('./shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog

const loadUnitDialog = async () => (await import('#workshop/import/unit-dialog.tsx')).UnitDialog

function prepare(name: PlaceName): void {
  // After a failure here, opening the page loads the code again and shows the error.
  placeLoaders[name]().catch(() => {})
}

/** Renders the navigation and the current page. Share links show no navigation. */
export function Workspace() {
  const [path] = useLocation()
  const place = parsePlace(path)
  const elsewhere = findRedirect(path)
  if (elsewhere !== undefined) return <Redirect to={elsewhere} replace />
  if (place.name === 'welcome') {
    return (
      <main className="relative h-dvh bg-surface">
        <Room name="welcome" load={loadWelcome} props={{}} />
      </main>
    )
  }
  if (!('token' in place)) return <Places />
  const { name, token } = place
  return (
    <main className="relative h-dvh bg-surface">
      <Room name={name} load={linkLoaders[name]} props={{ token }} />
    </main>
  )
}

function Places() {
  const [path, navigate] = useLocation()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const content = useRef<HTMLElement>(null)
  const place = parsePlace(path)
  const lastPaths = useLastPaths(place.name, path)
  const isUnitAsked = useStore(unitQuestions, ({ waiting }) => waiting.length > 0)
  const [isOfflineWanted] = useBrowserSetting(offlineCopiesSetting)
  usePlaceTitle(place.name)
  useQueryInvalidation()
  useEffect(() => {
    for (const load of [placeLoaders.settings, loadTemporaryChat]) prefetch(load)
    if (noticesSetting.read()) renewPush().catch(() => {})
  }, [])

  function go(name: PlaceName) {
    navigate(lastPaths[name])
    content.current?.focus()
  }
  useEffect(() => {
    if (navigator.maxTouchPoints > 0) loadKeyboard().catch(() => {})
  }, [])
  useAppShortcuts({ onGo: go, onHelp: () => setIsHelpOpen(true) })

  return (
    <WorkspaceFrame>
      <a
        href="#content"
        className="sr-only top-0 z-50 rounded-md bg-accent px-3 py-2 font-medium text-accent-ink focus:not-sr-only focus:absolute focus:top-2 focus:start-2"
      >
        {t('Skip to content')}
      </a>
      <NavigationRail
        current={place.name}
        paths={lastPaths}
        onPrepare={prepare}
        onHelp={() => setIsHelpOpen(true)}
      />
      <WorkspaceContent
        ref={content}
        notice={<Loaded load={loadOffline} isWanted={isOfflineWanted} props={{}} />}
      >
        <StudioPane isCurrent={place.name === 'studio'} path={lastPaths.studio} />
        {place.name === 'chat' && <ChatPlace place={place} />}
        {place.name === 'library' && (
          <Room name="library" load={placeLoaders.library} props={{ assetId: place.assetId }} />
        )}
        {place.name === 'settings' && (
          <Room name="settings" load={placeLoaders.settings} props={{ page: place.page }} />
        )}
        {place.name === 'viewer' && <Room name="viewer" load={loadViewerPage} props={{}} />}
        {place.name === 'compare' && <Room name="compare" load={loadComparePage} props={{}} />}
        {place.name === 'phone' && <Room name="phone" load={loadPhonePage} props={{}} />}
        {place.name === 'nowhere' && <Loaded load={loadNotFound} props={{}} />}
      </WorkspaceContent>
      <Palette onGo={go} onHelp={() => setIsHelpOpen(true)} onOpen={navigate} />
      <Loaded load={loadShareRequest} isWanted={place.name === 'studio'} props={{}} />
      <Loaded load={loadUnitDialog} isWanted={isUnitAsked} props={{}} />
      <Loaded
        load={loadShortcuts}
        isWanted={isHelpOpen}
        props={{ isOpen: isHelpOpen, onClose: () => setIsHelpOpen(false) }}
      />
    </WorkspaceFrame>
  )
}

function ChatPlace({ place }: { place: Extract<AppPlace, { name: 'chat' }> }) {
  if ('page' in place) {
    return <Room name="chat" load={loadAssistants} props={{ assistantId: place.assistantId }} />
  }
  if (place.isTemporary) return <Room name="chat" load={loadTemporaryChat} props={{}} />
  const { conversationId } = place
  return <Room name="chat" load={placeLoaders.chat} props={{ conversationId }} />
}

/**
 * Keeps the studio mounted after the first visit, because creating its canvas takes a second.
 * `display: none` would resize the canvas, so the hidden studio keeps its size.
 */
function StudioPane({ isCurrent, path }: { isCurrent: boolean; path: string }) {
  const [wasVisited, setWasVisited] = useState(isCurrent)
  if (isCurrent && !wasVisited) setWasVisited(true)
  if (!wasVisited) return null
  const place = parsePlace(path)
  const assetId = place.name === 'studio' ? place.assetId : undefined
  return (
    <Room
      name="studio"
      load={placeLoaders.studio}
      props={{ active: isCurrent, assetId }}
      isHidden={!isCurrent}
    />
  )
}

type RoomProps<Props> = {
  name: PlaceName | 'viewer' | 'compare' | 'phone' | 'welcome' | keyof typeof linkLoaders
  load: () => Promise<ComponentType<Props>>
  props: Props
  isHidden?: boolean
}

const Room = <Props extends object>({ name, load, props, isHidden = false }: RoomProps<Props>) => (
  <PlaceFrame name={name} isHidden={isHidden}>
    <ErrorBoundary>
      <Loaded load={load} props={props} isPage fallback={<Loading />} />
    </ErrorBoundary>
  </PlaceFrame>
)

const Loading = () => (
  <div className="appear-late grid h-full place-items-center text-ink-faint">
    <Spinner label={t('Loading')} className="size-5" />
  </div>
)

function useQueryInvalidation(): void {
  const client = useQueryClient()
  useEffect(() => {
    const gone = new AbortController()
    codeLoaded()
      .then(() => new Promise((resolve) => setTimeout(resolve)))
      .then(() => onceBack(() => import('#queries/keep-fresh.ts'), gone.signal))
      .then(
        ({ keepFresh }) => keepFresh(client, gone.signal),
        (error: unknown) => gone.signal.aborted || console.warn('Changes are not followed.', error),
      )
    return () => gone.abort()
  }, [client])
}

type LastPaths = Readonly<Record<PlaceName, string>>

function useLastPaths(name: AppPlace['name'], path: string): LastPaths {
  const [paths, setPaths] = useState<LastPaths>({
    chat: '/chat',
    studio: '/',
    library: '/library',
    settings: '/settings',
  })
  // These pages have no navigation link, so their paths need not be stored.
  if (name === 'viewer' || name === 'compare' || name === 'phone') return paths
  if (name === 'share' || name === 'shared-chat' || name === 'invitation' || name === 'reset')
    return paths
  if (name === 'nowhere' || name === 'welcome' || name === 'settings' || paths[name] === path)
    return paths
  const next = { ...paths, [name]: path }
  setPaths(next)
  return next
}
