import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import {
  confirmFactorGuard,
  confirmGuard,
  firstGuard,
  hostGuard,
  originGuard,
  permit,
  type SignedInEnv,
  sessionGuard,
} from './access/guards.ts'
import { announceAccessChanges } from './access/announce-access.ts'
import type { ServerThing } from './access/people/people.ts'
import { HttpError } from './errors/http-error.ts'
import { roomGuard } from './files/room-guard.ts'
import {
  confirmationRoutes,
  passwordRoutes,
  sessionListRoutes,
  sessionRoutes,
} from './routes/api/access/access.ts'
import { archiveRoutes } from './routes/api/archive.ts'
import { assetRoutes } from './routes/api/assets.ts'
import { auditRoutes } from './routes/api/access/audit.ts'
import { billRoutes } from './routes/api/bills.ts'
import {
  continueSharedRoutes,
  conversationShareRoutes,
  sharedChatRoutes,
} from './routes/api/chat/shares.ts'
import { folderKnowledgeRoutes } from './routes/api/chat/folder-knowledge.ts'
import { folderRoutes, presetRoutes, promptRoutes } from './routes/api/chat/library.ts'
import { allowedToolRoutes } from './routes/api/chat/allowed-tools.ts'
import { chatOptionRoutes } from './routes/api/chat/options.ts'
import { changeRoutes } from './routes/api/changes.ts'
import { connectionRoutes } from './routes/api/connections.ts'
import { modelImportRoutes } from './routes/api/models/model-imports.ts'
import { conversationRoutes } from './routes/api/chat/conversations.ts'
import { documentRoutes } from './routes/api/documents.ts'
import { fileRoutes } from './routes/api/files.ts'
import { keyWebhookRoutes } from './routes/api/access/key-webhooks.ts'
import { keyRoutes } from './routes/api/access/keys.ts'
import { modelServiceRoutes } from './routes/model/model-routes.ts'
import { mcpServerRoutes } from './routes/api/mcp-servers.ts'
import { mcpClientRoutes } from './routes/mcp-client.ts'
import { onnxModelRoutes } from './routes/api/models/networks.ts'
import { shapeRoutes } from './routes/api/shapes.ts'
import { mcpRoutes } from './routes/mcp/mcp-routes.ts'
import { skillCatalogueRoutes } from './routes/model/skill-catalogue.ts'
import { llmRoutes } from './routes/llm/llm-routes.ts'
import { modelAliasRoutes } from './routes/api/models/model-aliases.ts'
import { modelAccessRoutes } from './routes/api/models/model-access.ts'
import { modelFileRoutes } from './routes/api/models/model-files.ts'
import { knownModelRoutes, modelChoiceRoutes, modelRoutes } from './routes/api/models/models.ts'
import { invitationRoutes, accountRoutes, peopleRoutes } from './routes/api/access/people.ts'
import { readChatsRoutes } from './routes/api/access/read-chats.ts'
import { oidcRoutes } from './routes/api/access/oidc.ts'
import { ownConnectionRoutes } from './routes/api/own-connections.ts'
import { ownDataRoutes } from './routes/api/own-data.ts'
import { openApiRoutes } from './routes/openapi/openapi-routes.ts'
import { openLink } from './routes/open-link.ts'
import { previewRoutes } from './routes/preview/preview.ts'
import { previewThreeRoutes } from './routes/preview/preview-three.ts'
import { pageRoutes } from './routes/page.ts'
import { passkeyRoutes, passkeySignInRoutes } from './routes/api/access/passkeys.ts'
import { pictureRoutes } from './routes/api/pictures.ts'
import { runRoutes } from './routes/api/chat/runs.ts'
import { searchRoutes } from './routes/api/search.ts'
import { secondFactorRoutes } from './routes/api/access/second-factor.ts'
import { assetShareRoutes, sharedRoutes, unlisted } from './routes/api/shares.ts'
import { securityHeaders } from './routes/security-headers.ts'
import { memoryRoutes } from './routes/api/chat/memory.ts'
import { temporaryAnswerRoutes } from './routes/api/chat/temporary-answers.ts'
import { teamRoutes } from './routes/api/access/teams.ts'
import { grantAccess } from './granting/grant-access.ts'
import { grantRoutes, sharedWithMeRoutes } from './routes/api/grants.ts'
import { limitRoutes, spendingRoutes } from './routes/api/spending.ts'
import { usageRoutes } from './routes/api/usage.ts'
import { statusRoutes } from './routes/api/status.ts'
import { taskRoutes } from './routes/api/tasks.ts'
import { conversationExportRoutes, exportRoutes, importRoutes } from './routes/api/chat/transfer.ts'
import { answerError } from './routes/answer-error.ts'
import { healthRoutes } from './routes/health.ts'
import { observeRequests } from './observability/observe-requests.ts'
import type { Services } from './services.ts'
import { allowOrigins } from './http/cors.ts'
import { noteActivity } from './http/note-activity.ts'
import { endUnreadBody } from './http/unread-body.ts'

/**
 * Creates the app with all routes, common middleware and the error handler; `/model` formats its
 * own errors first.
 */
export function createApp(services: Services, { pageRoot }: { pageRoot?: string } = {}) {
  const app = new Hono<{ Variables: { requestId: string } }>()

  app.onError((thrown, c) => answerError(c, thrown, c.get('requestId')))
  app.notFound((c) => answerError(c, nothingFound(), c.get('requestId')))

  const { access, activity, audit, openedTo } = services
  app
    .use(observeRequests, endUnreadBody)
    .use(securityHeaders((c) => access.callerOf(c).isHttps, openedTo))
    .use(noteActivity(activity), hostGuard(access, audit), noNul, openLink(services))
    .use('/api/*', announceAccessChanges(access))
  const api = new Hono().use(originGuard(access, audit)).use(sessionGuard(access))
  api.use(grantAccess(services))
  for (const [path, thing, action] of permissions) api.use(path, permit(thing, audit, action))
  api.use(roomGuard(services.budget))
  for (const path of firstOnly) api.use(path, firstGuard)
  for (const paths of Object.values(confirmed)) api.on(...paths, confirmGuard(access))
  api
    .on('PUT', '/password', confirmFactorGuard(access))
    .route('/people', peopleRoutes(services).route('/', readChatsRoutes(services)))
    .route('/teams', teamRoutes(services))
    .route('/account', accountRoutes(services))
    .route('/session/confirmed', confirmationRoutes(services))
    .route('/sessions', sessionListRoutes(services))
    .route('/password', passwordRoutes(services))
    .route('/second-factor', secondFactorRoutes(services))
    .route('/passkeys', passkeyRoutes(services))
    .route('/models', allModelRoutes(services))
    .route('/model-files', modelFileRoutes(services))
    .route('/conversations', conversationRoutes(services))
    .route('/conversations', conversationExportRoutes(services))
    .route('/', sharingRoutes(services))
    .route('/', ownRoutes(services))
    .route('/shared-chats', continueSharedRoutes(services))
    .route('/temporary-answers', temporaryAnswerRoutes(services))
    .route('/usage', usageRoutes(services))
    .route('/spending', spendingRoutes(services))
    .route('/limits', limitRoutes(services))
    .route('/memory', memoryRoutes(services))
    .route('/export', exportRoutes(services))
    .route('/import', importRoutes(services))
    .route('/search', searchRoutes(services))
    .route('/folders', folderRoutes(services))
    .route('/folders', folderKnowledgeRoutes(services))
    .route('/presets', presetRoutes(services))
    .route('/prompts', promptRoutes(services))
    .route('/chat', chatOptionRoutes(services))
    .route('/allowed-tools', allowedToolRoutes(services))
    .route('/documents', documentRoutes(services))
    .route('/runs', runRoutes(services))
    .route('/files', fileRoutes(services))
    .route('/pictures', pictureRoutes(services))
    .route('/tasks', taskRoutes(services.tasks))
    .route('/', adminRoutes(services))
    .route('/bills', billRoutes(services))
    .route('/assets', assetRoutes(services))
    .route('/library/archive', archiveRoutes(services))
    .route('/keys', keyRoutes(services))
    .route('/keys', keyWebhookRoutes(services))
    .route('/connections', connectionRoutes(services))
    .route('/mcp-servers', mcpServerRoutes(services))
    .route('/networks', onnxModelRoutes(services))
    .route('/shapes', shapeRoutes(services))
    .route('/model-imports', modelImportRoutes(services))
    .route('/changes', changeRoutes(services))
    .all('*', () => Promise.reject(nothingFound()))

  // Precedes the page's routes, because /api/v1 is for clients with a key, not for the browser.
  app.route('/api/v1', skillCatalogueRoutes(services))
  // Sign-in and share links precede the routes that need a session.
  app.route('/api', openRoutes(services))
  app.route('/api', api)
  // Precedes the check of keys, because a CORS preflight request has none.
  const corsForPrograms = allowOrigins(services.corsOrigins)
  app.use('/llm/*', corsForPrograms).use('/model/*', corsForPrograms)
  app.route('/llm', llmRoutes(services))
  app.route('/model', modelServiceRoutes(services))
  app.route('/mcp', mcpRoutes(services))
  app.route('/', openDocumentRoutes(services)).route('/', healthRoutes(services))
  app.use('/share/*', unlisted)
  app.route('/', previewRoutes({ callerOf: (c) => access.callerOf(c) }))
  app.route('/', previewThreeRoutes())
  if (pageRoot !== undefined) app.route('/', pageRoutes(pageRoot, access, openedTo))
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

const allModelRoutes = (services: Services) =>
  new Hono<SignedInEnv>()
    .route('/', modelRoutes(services))
    .route('/', modelChoiceRoutes(services))
    .route('/known', knownModelRoutes(services))
    .route('/access', modelAccessRoutes(services))
    .route('/aliases', modelAliasRoutes(services))

const ownRoutes = (services: Services) =>
  new Hono<SignedInEnv>()
    .route('/own-connections', ownConnectionRoutes(services))
    .route('/own-data', ownDataRoutes(services))

const adminRoutes = (services: Services) =>
  new Hono<SignedInEnv>()
    .route('/audit', auditRoutes(services))
    .route('/status', statusRoutes(services))

const sharingRoutes = (services: Services) =>
  new Hono<SignedInEnv>()
    .route('/conversations', conversationShareRoutes(services))
    .route('/assets', assetShareRoutes(services))
    .route('/conversations', grantRoutes(services, 'chat'))
    .route('/assets', grantRoutes(services, 'model'))
    .route('/shared', sharedWithMeRoutes(services))

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
    .route('/shared-chats', sharedChatRoutes(services))
    .route('/invitation', invitationRoutes(services))

/**
 * Paths for which the person must have entered the password again recently: creating keys and
 * links, exporting everything, signing others out, raising limits.
 */
const confirmed: Record<
  | 'keys'
  | 'changes'
  | 'exports'
  | 'secondFactor'
  | 'people'
  | 'account'
  | 'identity'
  | 'chatsOfPeople'
  | 'passkeys'
  | 'passkeyEnds'
  | 'limits'
  | 'limitEnds',
  [string[], string[]]
> = {
  people: [
    ['POST', 'PUT', 'PATCH', 'DELETE'],
    ['/people', '/people/*'],
  ],
  account: [['POST'], ['/account/delete']],
  identity: [['DELETE'], ['/account/identity']],
  chatsOfPeople: [['GET'], ['/people/:id/chats', '/people/:id/chats/:chatId']],
  passkeys: [['POST'], ['/passkeys', '/passkeys/options']],
  passkeyEnds: [['DELETE'], ['/passkeys/:id']],
  limits: [['PUT'], ['/limits']],
  limitEnds: [['DELETE'], ['/limits/:id']],
  keys: [
    ['POST', 'PATCH'],
    ['/keys', '/keys/*'],
  ],
  changes: [
    ['PUT', 'DELETE'],
    ['/assets/:id/share', '/conversations/:id/share', '/sessions', '/sessions/:id'],
  ],
  exports: [
    ['GET'],
    ['/export', '/own-data', '/library/archive', '/audit/export', '/session/confirmed'],
  ],
  secondFactor: [['POST'], ['/second-factor', '/second-factor/setup']],
}

/** Paths for the first account only, because its password is also the password of the server. */
const firstOnly = ['/password/remove']

/**
 * Paths that belong to the server and require a permission, about which `can` decides. Data behind
 * all other paths belongs to a person.
 */
const permissions: [path: string, thing: ServerThing, action?: 'manage'][] = [
  ['/people/*', 'people'],
  ['/audit/*', 'audit log'],
  ['/status/*', 'status'],
  ['/bills/accounts', 'balances'],
  ['/spending/all', 'spending', 'manage'],
  ['/limits', 'spending', 'manage'],
  ['/limits/*', 'spending', 'manage'],
  ['/connections', 'connections'],
  ['/connections/:one/*', 'connections', 'manage'],
  ['/mcp-servers', 'connections', 'manage'],
  ['/mcp-servers/*', 'connections', 'manage'],
  ['/networks', 'connections', 'manage'],
  ['/networks/*', 'connections', 'manage'],
  ['/models/*', 'models'],
  ['/models/access', 'people'],
  ['/models/aliases', 'models', 'manage'],
  ['/model-files/*', 'models'],
  ['/model-imports/*', 'models'],
]

/** Refuses addresses that contain U+0000, which Postgres cannot search for. */
const noNul = createMiddleware((c, next) => {
  if (c.req.url.includes('%00')) {
    throw new HttpError('bad_request', 'An address cannot contain the character U+0000.')
  }
  return next()
})
