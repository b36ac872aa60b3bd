import type { Env } from '../../env.ts'
import type { Admission } from '../oidc/oidc-settings.ts'

/** What a proxy says of who is signed in at it. Who may come at all, the proxy decides. */
export type ProxySettings = Omit<Admission, 'domains' | 'groups'> & {
  /** Names of headers; without one for the address, the user's name has to be one. */
  headers: Record<'user', string> & Record<'email' | 'name' | 'groups', string | undefined>
}

/** @returns `undefined` where nobody signs in so. */
export const proxySettingsOf = (env: Env): ProxySettings | undefined =>
  env.BOZZETTO_PROXY_USER_HEADER === undefined
    ? undefined
    : {
        headers: {
          user: env.BOZZETTO_PROXY_USER_HEADER,
          email: env.BOZZETTO_PROXY_EMAIL_HEADER,
          name: env.BOZZETTO_PROXY_NAME_HEADER,
          groups: env.BOZZETTO_PROXY_GROUPS_HEADER,
        },
        adminGroups: env.BOZZETTO_PROXY_ADMIN_GROUPS,
        newPeople: env.BOZZETTO_NEW_PEOPLE,
        groupsAreTeams: env.BOZZETTO_GROUPS_ARE_TEAMS,
        linksByEmail: env.BOZZETTO_PROXY_LINK_EMAIL,
      }
