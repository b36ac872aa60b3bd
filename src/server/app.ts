import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { getPath } from 'hono/utils/url'
import { withoutBase } from '#lib/base-path.ts'
import { hostGuard, originGuard, type SignedInEnv, sessionGuard } from './access/guards.ts'
import { announceAccessChanges } from './access/announce-access.ts'
import { HttpError } from './errors/http-error.ts'
import { roomGuard } from './files/room-guard.ts'
import {
  confirmationRules,
  confirmationRoutes,
  passwordRules,
  passwordRoutes,
  sessionListRules,
  sessionListRoutes,
  sessionRoutes,
} from './routes/api/access/access.ts'
import { archiveRules, archiveRoutes } from './routes/api/archive.ts'
import { assetRoutes } from './routes/api/assets.ts'
import { auditRules, auditRoutes } from './routes/api/access/audit.ts'
import { billRules, billRoutes } from './routes/api/bills.ts'
import {
  continueSharedRoutes,
  conversationShareRules,
  conversationShareRoutes,
  sharedChatRoutes,
} from './routes/api/chat/shares.ts'
import { folderKnowledgeRoutes } from './routes/api/chat/folder-knowledge.ts'
import { assistantRoutes } from './routes/api/chat/assistants.ts'
import { folderRoutes, promptRoutes } from './routes/api/chat/library.ts'
import { ratingRoutes } from './routes/api/chat/ratings.ts'
import { scheduleRoutes } from './routes/api/chat/schedules.ts'
import { summaryRoutes } from './routes/api/chat/summaries.ts'
import { allowedToolRoutes } from './routes/api/chat/allowed-tools.ts'
import { chatOptionRoutes } from './routes/api/chat/options.ts'
import { changeRoutes } from './routes/api/changes.ts'
import { connectionRules, connectionRoutes } from './routes/api/connections.ts'
import { modelImportRules, modelImportRoutes } from './routes/api/models/model-imports.ts'
import { conversationCopyRoutes } from './routes/api/chat/copies.ts'
import { conversationRoutes } from './routes/api/chat/conversations.ts'
import { documentRoutes } from './routes/api/documents.ts'
import { fileRoutes } from './routes/api/files.ts'
import { keyWebhookRoutes } from './routes/api/access/key-webhooks.ts'
import { keyRules, keyRoutes } from './routes/api/access/keys.ts'
import { modelServiceRoutes } from './routes/model/model-routes.ts'
import { mcpServerRules, mcpServerRoutes } from './routes/api/mcp-servers.ts'
import { webApiRules, webApiRoutes } from './routes/api/web-apis.ts'
import { mcpClientRoutes } from './routes/mcp-client.ts'
import { onnxModelRules, onnxModelRoutes } from './routes/api/models/networks.ts'
import { shapeRoutes } from './routes/api/shapes.ts'
import { mcpRoutes } from './routes/mcp/mcp-routes.ts'
import { skillCatalogueRoutes } from './routes/model/skill-catalogue.ts'
import { llmRoutes } from './routes/llm/llm-routes.ts'
import { modelAliasRules, modelAliasRoutes } from './routes/api/models/model-aliases.ts'
import { modelAccessRules, modelAccessRoutes } from './routes/api/models/model-access.ts'
import { modelFileRules, modelFileRoutes } from './routes/api/models/model-files.ts'
import {
  knownModelRoutes,
  modelChoiceRoutes,
  modelRules,
  modelRoutes,
} from './routes/api/models/models.ts'
import {
  invitationRoutes,
  accountRules,
  accountRoutes,
  peopleRules,
  peopleRoutes,
} from './routes/api/access/people.ts'
import { passwordResetRoutes } from './routes/api/access/password-reset.ts'
import { readChatsRules, readChatsRoutes } from './routes/api/access/read-chats.ts'
import { oidcRoutes } from './routes/api/access/oidc.ts'
import { ownConnectionRoutes } from './routes/api/own-connections.ts'
import { ownDataRules, ownDataRoutes } from './routes/api/own-data.ts'
import { openApiRoutes } from './routes/openapi/openapi-routes.ts'
import { openLink } from './routes/open-link.ts'
import { previewRoutes } from './routes/preview/preview.ts'
import { previewLibraryRoutes } from './routes/preview/preview-libraries.ts'
import { previewTabRoutes } from './routes/preview/preview-tab.ts'
import { previewThreeRoutes } from './routes/preview/preview-three.ts'
import { findFirstView } from './routes/find-first-view.ts'
import { pageRoutes } from './routes/page.ts'
import { passkeyRules, passkeyRoutes, passkeySignInRoutes } from './routes/api/access/passkeys.ts'
import { pythonRules, pythonRoutes } from './routes/api/python.ts'
import { pictureRoutes } from './routes/api/pictures.ts'
import { scanMatRoutes } from './routes/api/scan-mats.ts'
import { runAppRoutes } from './routes/api/chat/run-apps.ts'
import { runRoutes } from './routes/api/chat/runs.ts'
import { searchRoutes } from './routes/api/search.ts'
import { secondFactorRules, secondFactorRoutes } from './routes/api/access/second-factor.ts'
import { assetShareRules, assetShareRoutes, sharedRoutes, unlisted } from './routes/api/shares.ts'
import { openSlicerFileRoutes, slicerFileRoutes } from './routes/api/slicer-files.ts'
import { createMount, signedIn, type Mount } from './routes/api/route-rules.ts'
import { scimRoutes } from './routes/scim/scim-routes.ts'
import { scimTokenRules, scimTokenRoutes } from './routes/api/access/scim-token.ts'
import { securityHeaders } from './routes/security-headers.ts'
import { pushRoutes } from './routes/api/push.ts'
import { memoryRoutes } from './routes/api/chat/memory.ts'
import { temporaryAnswerRoutes } from './routes/api/chat/temporary-answers.ts'
import { teamRoutes } from './routes/api/access/teams.ts'
import { grantAccess } from './granting/grant-access.ts'
import { grantRoutes, sharedWithMeRoutes } from './routes/api/grants.ts'
import { limitRules, limitRoutes, spendingRules, spendingRoutes } from './routes/api/spending.ts'
import { usageRoutes } from './routes/api/usage.ts'
import { serverSettingRoutes, serverSettingRules } from './routes/api/server-settings.ts'
import { serviceWorkerRoutes } from './routes/service-worker.ts'
import { statusRules, statusRoutes } from './routes/api/status.ts'
import { taskRoutes } from './routes/api/tasks.ts'
import { voiceRoutes } from './routes/api/voice.ts'
import {
  conversationExportRoutes,
  exportRules,
  exportRoutes,
  importRoutes,
} from './routes/api/chat/transfer.ts'
import { answerError } from './routes/answer-error.ts'
import { healthRoutes } from './routes/health.ts'
import { observeRequests } from './observability/observe-requests.ts'
import type { Services } from './services.ts'
import { allowOrigins } from './http/cors.ts'
import { noteActivity } from './http/note-activity.ts'
import { endUnreadBody } from './http/unread-body.ts'

/**
 * Creates the app with all routes, common middleware and the error handler. `/model` formats its
 * own errors first.
 */
export function createApp(services: Services, { pageRoot }: { pageRoot?: string } = {}) {
  const { access, activity, audit, openedTo } = services
  // Removes the base path, which a proxy may keep or remove.
  const getAppPath = (request: Request) => withoutBase(getPath(request), access.basePath)
  const app = new Hono<{ Variables: { requestId: string } }>({ getPath: getAppPath })

  app.onError((thrown, c) => answerError(c, thrown, c.get('requestId')))
  app.notFound((c) => answerError(c, nothingFound(), c.get('requestId')))

  app
    .use(observeRequests, endUnreadBody)
    .use(securityHeaders((c) => access.callerOf(c).isHttps, openedTo))
    .use(noteActivity(activity), hostGuard(access, audit), noNul, openLink(services))
    .use('/api/*', announceAccessChanges(access))
  // These routes come before the page's routes, because /api/v1 is for clients with a key.
  app.route('/api/v1', skillCatalogueRoutes(services))
  // Sign-in and share links come before the routes that need a session.
  app.route('/api', openRoutes(services))
  app.route('/api', createApi(services))
  // CORS comes before the check of keys, because a CORS preflight request has no key.
  const corsForPrograms = allowOrigins(services.corsOrigins)
  app.use('/llm/*', corsForPrograms).use('/model/*', corsForPrograms)
  app.route('/llm', llmRoutes(services))
  app.route('/model', modelServiceRoutes(services))
  app.route('/mcp', mcpRoutes(services))
  app.route('/scim/v2', scimRoutes(services))
  app.route('/', openDocumentRoutes(services)).route('/', healthRoutes(services))
  app.use('/share/*', unlisted)
  app.route('/', previewRoutes({ callerOf: (c) => access.callerOf(c) }))
  app.route('/', previewThreeRoutes()).route('/', previewLibraryRoutes())
  app.route('/', previewTabRoutes())
  app.route('/', serviceWorkerRoutes(services.areCopiesForbidden))
  if (pageRoot !== undefined) {
    const findView = (address: string, userId: string) => findFirstView(address, userId, services)
    app.route('/', pageRoutes(pageRoot, access, { openedTo, findView }))
  }
  return app
}

const nothingFound = () => new HttpError('not_found', 'Nothing was found at this address.')

/** Creates the app of a server that only runs tasks, with its health routes. */
export const createWorkerApp = (services: Services) =>
  new Hono<{ Variables: { requestId: string } }>()
    .onError((thrown, c) => answerError(c, thrown, c.get('requestId')))
    .use(observeRequests)
    .use(endUnreadBody)
    .route('/', healthRoutes(services))

function createApi(services: Services): Hono<SignedInEnv> {
  const { access, audit, budget } = services
  const api = new Hono<SignedInEnv>()
    .use(originGuard(access, audit))
    .use(sessionGuard(access))
    .use(grantAccess(services))
    .use(roomGuard(budget))
  const mount = createMount(api, services)
  mountAccountRoutes(mount, services)
  mountModelRoutes(mount, services)
  mountChatRoutes(mount, services)
  mountLibraryRoutes(mount, services)
  mount('/search', searchRoutes(services), signedIn)
  mount('/own-data', ownDataRoutes(services), ownDataRules)
  mount('/audit', auditRoutes(services), auditRules)
  mount('/status', statusRoutes(services), statusRules)
  mount('/settings', serverSettingRoutes(services), serverSettingRules)
  mount('/changes', changeRoutes(services), signedIn)
  return api.all('*', () => Promise.reject(nothingFound()))
}

function mountAccountRoutes(mount: Mount, services: Services): void {
  mount('/people/scim', scimTokenRoutes(services), scimTokenRules)
  mount('/people', peopleRoutes(services), peopleRules)
  mount('/people', readChatsRoutes(services), readChatsRules)
  mount('/teams', teamRoutes(services), signedIn)
  mount('/account', accountRoutes(services), accountRules)
  mount('/session/confirmed', confirmationRoutes(services), confirmationRules)
  mount('/sessions', sessionListRoutes(services), sessionListRules)
  mount('/password', passwordRoutes(services), passwordRules)
  mount('/second-factor', secondFactorRoutes(services), secondFactorRules)
  mount('/passkeys', passkeyRoutes(services), passkeyRules)
  mount('/keys', keyRoutes(services), keyRules)
  mount('/keys', keyWebhookRoutes(services), keyRules)
  mount('/usage', usageRoutes(services), signedIn)
  mount('/spending', spendingRoutes(services), spendingRules)
  mount('/limits', limitRoutes(services), limitRules)
  mount('/bills', billRoutes(services), billRules)
}

function mountModelRoutes(mount: Mount, services: Services): void {
  mount('/models', modelRoutes(services), modelRules)
  mount('/models', modelChoiceRoutes(services), modelRules)
  mount('/models/known', knownModelRoutes(services), modelRules)
  mount('/models/access', modelAccessRoutes(services), modelAccessRules)
  mount('/models/aliases', modelAliasRoutes(services), modelAliasRules)
  mount('/model-files', modelFileRoutes(services), modelFileRules)
  mount('/model-imports', modelImportRoutes(services), modelImportRules)
  mount('/connections', connectionRoutes(services), connectionRules)
  mount('/own-connections', ownConnectionRoutes(services), signedIn)
  mount('/mcp-servers', mcpServerRoutes(services), mcpServerRules)
  mount('/web-apis', webApiRoutes(services), webApiRules)
  mount('/networks', onnxModelRoutes(services), onnxModelRules)
  mount('/python', pythonRoutes(services), pythonRules)
  mount('/shapes', shapeRoutes(services), signedIn)
  mount('/scan-mats', scanMatRoutes(), signedIn)
}

function mountChatRoutes(mount: Mount, services: Services): void {
  mount('/conversations', conversationRoutes(services), signedIn)
  mount('/conversations', conversationCopyRoutes(services), signedIn)
  mount('/conversations', conversationExportRoutes(services), signedIn)
  mount('/conversations', summaryRoutes(services), signedIn)
  mount('/conversations', conversationShareRoutes(services), conversationShareRules)
  mount('/conversations', grantRoutes(services, 'chat'), signedIn)
  mount('/shared-chats', continueSharedRoutes(services), signedIn)
  mount('/temporary-answers', temporaryAnswerRoutes(services), signedIn)
  mount('/memory', memoryRoutes(services), signedIn)
  mount('/push', pushRoutes(services), signedIn)
  mount('/export', exportRoutes(services), exportRules)
  mount('/import', importRoutes(services), signedIn)
  mount('/folders', folderRoutes(services), signedIn)
  mount('/folders', folderKnowledgeRoutes(services), signedIn)
  mount('/assistants', assistantRoutes(services), signedIn)
  mount('/prompts', promptRoutes(services), signedIn)
  mount('/ratings', ratingRoutes(services), signedIn)
  mount('/schedules', scheduleRoutes(services), signedIn)
  mount('/chat', chatOptionRoutes(services), signedIn)
  mount('/allowed-tools', allowedToolRoutes(services), signedIn)
  mount('/documents', documentRoutes(services), signedIn)
  mount('/runs', runRoutes(services), signedIn)
  mount('/runs', runAppRoutes(services), signedIn)
  mount('/voice', voiceRoutes(services), signedIn)
}

function mountLibraryRoutes(mount: Mount, services: Services): void {
  mount('/assets', assetShareRoutes(services), assetShareRules)
  mount('/assets', grantRoutes(services, 'model'), signedIn)
  mount('/assets', assetRoutes(services), signedIn)
  mount('/shared', sharedWithMeRoutes(services), signedIn)
  mount('/library/archive', archiveRoutes(services), archiveRules)
  mount('/slicer-files', slicerFileRoutes(services), signedIn)
  mount('/files', fileRoutes(services), signedIn)
  mount('/pictures', pictureRoutes(services), signedIn)
  mount('/tasks', taskRoutes(services.tasks), signedIn)
}

/**
 * Returns the routes of documents that other programs read without a session, such as the OpenAPI
 * description.
 */
const openDocumentRoutes = ({ access }: Services) =>
  new Hono().route('/', openApiRoutes()).route(
    '/',
    mcpClientRoutes((c) => access.callerOf(c)),
  )

const openRoutes = (services: Services) =>
  new Hono()
    .use(originGuard(services.access, services.audit))
    .route('/session/oidc', oidcRoutes(services))
    .route('/session/passkey', passkeySignInRoutes(services))
    .route('/session', sessionRoutes(services))
    .route('/share', sharedRoutes(services))
    .route('/slicer-files', openSlicerFileRoutes(services))
    .route('/shared-chats', sharedChatRoutes(services))
    .route('/invitation', invitationRoutes(services))
    .route('/password-reset', passwordResetRoutes(services))

/** Refuses URLs with U+0000, because Postgres cannot search for this character. */
const noNul = createMiddleware((c, next) => {
  if (c.req.url.includes('%00')) {
    throw new HttpError('bad_request', 'An address cannot contain the character U+0000.')
  }
  return next()
})
