import type { Env } from '../../env.ts'

/** Rules for people who sign in through a provider or proxy. */
export type Admission = {
  /** Allowed domains of email addresses, in lower case. An empty list allows all. */
  domains: readonly string[]
  /** Groups whose members may sign in, in lower case. An empty list allows everybody. */
  groups: readonly string[]
  adminGroups: readonly string[]
  newPeople: Env['BOZZETTO_NEW_PEOPLE']
  /** True to add people to the teams that are named like their groups. */
  groupsAreTeams: boolean
  /** True to link an existing account if its email address equals the verified address. */
  linksByEmail: boolean
}

export type OidcSettings = Admission & {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  /** Name on the button, after “Continue with”. */
  name: string
  scopes: string
}

export const dependsOnGroups = ({ groups, adminGroups, groupsAreTeams }: Admission): boolean =>
  groups.length + adminGroups.length > 0 || groupsAreTeams

/**
 * Session lifetime in milliseconds if access, roles or teams depend on groups. The lifetime is
 * short, because groups are checked only at sign-in.
 */
const byGroupsMs = 24 * 60 * 60_000

export const getGroupSessionEnd = (settings: Admission, now: number): Date | undefined =>
  dependsOnGroups(settings) ? new Date(now + byGroupsMs) : undefined

export const readOidcSettings = (env: Env): OidcSettings | undefined =>
  env.BOZZETTO_OIDC_ISSUER === undefined || env.BOZZETTO_OIDC_CLIENT_ID === undefined
    ? undefined
    : {
        issuer: env.BOZZETTO_OIDC_ISSUER,
        clientId: env.BOZZETTO_OIDC_CLIENT_ID,
        clientSecret: env.BOZZETTO_OIDC_CLIENT_SECRET,
        name: env.BOZZETTO_OIDC_NAME,
        scopes: env.BOZZETTO_OIDC_SCOPES,
        domains: env.BOZZETTO_OIDC_DOMAINS,
        groups: env.BOZZETTO_OIDC_GROUPS,
        adminGroups: env.BOZZETTO_OIDC_ADMIN_GROUPS,
        // A getter, because an admin can change the setting.
        get newPeople() {
          return env.BOZZETTO_NEW_PEOPLE
        },
        get groupsAreTeams() {
          return env.BOZZETTO_GROUPS_ARE_TEAMS
        },
        linksByEmail: env.BOZZETTO_OIDC_LINK_EMAIL,
      }
