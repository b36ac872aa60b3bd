import { openAccess } from '../access/access.ts'
import type { Store } from '../store/store.ts'
import type { Env } from '../env.ts'
import { createAudit } from '../audit/audit.ts'
import { readOidcSettings } from '../access/oidc/oidc-settings.ts'
import { readLdapSettings } from '../access/ldap/ldap-settings.ts'
import { readProxySettings } from '../access/proxy-sign-in/proxy-settings.ts'
import { createKeyService } from '../access/keys/key-service.ts'
import { noteRefusedAddresses } from '../audit/note-refused-addresses.ts'
import { openModelAliases } from '../chat/aliases/model-aliases.ts'
import { createKeptBytes } from '../spending/kept-bytes.ts'
import { createSpending } from '../spending/spending.ts'
import { environmentIssuer } from '../access/keys/environment-keys.ts'
import { createSpendingReport } from '../spending/spending-report.ts'
import { createKeyCheck } from '../access/keys/api-keys.ts'
import { connectMeters } from '../access/keys/shared-meters.ts'

export type ForTests = Pick<Parameters<typeof openAccess>[1], 'passwordCost'>

const listSecrets = (env: Env, secret: string) => [
  secret,
  env.BOZZETTO_PASSWORD,
  env.BOZZETTO_MASTER_KEY,
  env.BOZZETTO_GATEWAY_KEY,
  env.S3_SECRET_ACCESS_KEY,
  env.BOZZETTO_OIDC_CLIENT_SECRET,
  env.BOZZETTO_SMTP_PASSWORD,
  env.BOZZETTO_LDAP_BIND_PASSWORD,
  env.BOZZETTO_OPENAI_KEY,
  ...env.BOZZETTO_API_KEYS,
]

/**
 * Opens the services that decide who may do what: accounts, API keys, spending limits and the audit
 * log.
 */
export async function openAccessServices(
  store: Store,
  env: Env,
  { secret, linkToken, ...forTests }: { secret: string; linkToken: string } & ForTests,
) {
  const audit = createAudit(store, { secrets: listSecrets(env, secret) })
  const access = await openAccess(store, {
    audit,
    listensOn: env.HOST,
    basePath: env.BOZZETTO_BASE,
    password: env.BOZZETTO_PASSWORD,
    linkToken,
    names: env.BOZZETTO_HOSTS,
    proxies: env.BOZZETTO_PROXIES,
    secret,
    oidc: readOidcSettings(env),
    proxySignIn: readProxySettings(env),
    ldap: readLdapSettings(env),
    scim: env,
    ...forTests,
  })
  const apiKeys = createKeyService(store)
  let stopSharing: (() => void) | undefined
  const getEmail = (userId: string) => access.people.find(userId)?.email
  const stopNoting = noteRefusedAddresses({ audit, emailOf: getEmail })
  const modelAliases = await openModelAliases(store)
  const spending = createSpending(store, {
    audit,
    teamsOf: (userId) => access.teams.idsOf(userId),
    modelsOf: modelAliases.resolve,
  })
  const environmentIssuers = new Set(
    env.BOZZETTO_API_KEYS.map((key) => environmentIssuer(key, secret)),
  )
  return {
    audit,
    access,
    spending,
    keptBytes: createKeptBytes(spending),
    modelAliases,
    apiKeys,
    spendingReport: createSpendingReport(store, spending),
    stopSharing: () => {
      stopSharing?.()
      stopNoting()
    },
    environmentKeyCount: env.BOZZETTO_API_KEYS.length,
    isIssuer: async (issuer: string) => environmentIssuers.has(issuer) || apiKeys.isInUse(issuer),
    keyCheck: createKeyCheck(env.BOZZETTO_API_KEYS, {
      // A getter, because an admin can change the limits.
      get limits() {
        return {
          requestsPerMinute: env.BOZZETTO_API_KEY_REQUESTS,
          streams: env.BOZZETTO_API_KEY_STREAMS,
        }
      },
      issued: apiKeys,
      audit,
      spending,
      secret,
      connectMeters: (keysNow) => {
        const shared = connectMeters(store, keysNow)
        stopSharing = shared?.stop
        return shared
      },
      isActive: (ownerId) => access.people.caller(ownerId) !== undefined,
      countWrong: (c) =>
        void access.guesses.begin({ address: access.callerOf(c).address, isProgram: true }),
    }),
  }
}
