import type { Env } from '../../env.ts'

/** Who may come in of those that somebody else vouches for. */
export type Admission = {
  /** Of email addresses that may come in, in lower case; empty for all. */
  domains: readonly string[]
  /** Whose people may come in, in lower case; empty for all. */
  groups: readonly string[]
  /** Whose people are admins, in lower case. */
  adminGroups: readonly string[]
  newPeople: Env['BOZZETTO_NEW_PEOPLE']
  /** Teams that are named like groups have their people in them. */
  groupsAreTeams: boolean
  /** A verified email address is enough to come in as who has an account with it. */
  linksByEmail: boolean
}

/** The identity provider that people may sign in with. */
export type OidcSettings = Admission & {
  issuer: string
  clientId: string
  /** Absent for a public client. */
  clientSecret: string | undefined
  /** What the button says after “Continue with”. */
  name: string
  scopes: string
}

/** Whether anything here depends on the groups that the provider names. */
export const dependsOnGroups = ({ groups, adminGroups, groupsAreTeams }: Admission): boolean =>
  groups.length + adminGroups.length > 0 || groupsAreTeams

/** @returns `undefined` where none is set up. */
export const oidcSettingsOf = (env: Env): OidcSettings | undefined =>
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
        newPeople: env.BOZZETTO_NEW_PEOPLE,
        groupsAreTeams: env.BOZZETTO_GROUPS_ARE_TEAMS,
        linksByEmail: env.BOZZETTO_OIDC_LINK_EMAIL,
      }
