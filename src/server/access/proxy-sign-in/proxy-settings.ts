import type { Env } from '../../env.ts'
import type { Admission } from '../oidc/oidc-settings.ts'

/** Settings for sign-in with headers in which a proxy sends the name of the signed-in person. */
export type ProxySettings = Admission & {
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
        domains: [],
        groups: [],
        adminGroups: env.BOZZETTO_PROXY_ADMIN_GROUPS,
        // A getter, because an admin can change the setting.
        get newPeople() {
          return env.BOZZETTO_NEW_PEOPLE
        },
        get groupsAreTeams() {
          return env.BOZZETTO_GROUPS_ARE_TEAMS
        },
        linksByEmail: env.BOZZETTO_PROXY_LINK_EMAIL,
      }
