import type { Env } from '../../env.ts'
import type { Admission } from '../oidc/oidc-settings.ts'

/**
 * Headers in which a proxy sends the name of the signed-in person. The proxy decides who has
 * access.
 */
export type ProxySettings = Omit<Admission, 'domains' | 'groups'> & {
  /** Names of the headers. Without an email header, the user name must be an email address. */
  headers: Record<'user', string> & Record<'email' | 'name' | 'groups', string | undefined>
}

export const readProxySettings = (env: Env): ProxySettings | undefined =>
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
        // Read each time, because an admin can change both.
        get newPeople() {
          return env.BOZZETTO_NEW_PEOPLE
        },
        get groupsAreTeams() {
          return env.BOZZETTO_GROUPS_ARE_TEAMS
        },
        linksByEmail: env.BOZZETTO_PROXY_LINK_EMAIL,
      }
