import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { EnvError, type Env } from '../../env.ts'
import type { Admission } from '../oidc/oidc-settings.ts'

export type LdapSettings = Admission & {
  /** Address of the directory, `ldap://` or `ldaps://`. */
  url: string
  startTls: boolean
  tls: Pick<ConnectionOptions, 'ca'>
  /** Account with which this server searches. Absent for an anonymous search. */
  account: { dn: string; password: string } | undefined
  base: string
  /** Filter for a person, in which `{name}` stands for the typed name. */
  filter: string
  mailAttribute: string
  nameAttribute: string
  groupBase: string
  /** Filter for the groups of a person, in which `{dn}` and `{uid}` identify the person. */
  groupFilter: string
  /** Time limit for one sign-in, in milliseconds. */
  timeoutMs: number
}

/** @throws {EnvError} if the file with certificates cannot be read. */
export const readLdapSettings = (env: Env): LdapSettings | undefined =>
  env.BOZZETTO_LDAP_URL === undefined || env.BOZZETTO_LDAP_BASE === undefined
    ? undefined
    : {
        url: env.BOZZETTO_LDAP_URL,
        startTls: env.BOZZETTO_LDAP_START_TLS,
        tls: readAuthority(env.BOZZETTO_LDAP_CA_FILE),
        account:
          env.BOZZETTO_LDAP_BIND_DN === undefined || env.BOZZETTO_LDAP_BIND_PASSWORD === undefined
            ? undefined
            : { dn: env.BOZZETTO_LDAP_BIND_DN, password: env.BOZZETTO_LDAP_BIND_PASSWORD },
        base: env.BOZZETTO_LDAP_BASE,
        filter: env.BOZZETTO_LDAP_FILTER,
        mailAttribute: env.BOZZETTO_LDAP_MAIL_ATTRIBUTE,
        nameAttribute: env.BOZZETTO_LDAP_NAME_ATTRIBUTE,
        groupBase: env.BOZZETTO_LDAP_GROUP_BASE ?? env.BOZZETTO_LDAP_BASE,
        groupFilter: env.BOZZETTO_LDAP_GROUP_FILTER,
        timeoutMs: env.BOZZETTO_LDAP_TIMEOUT_SECONDS * 1000,
        domains: [],
        groups: env.BOZZETTO_LDAP_GROUPS,
        adminGroups: env.BOZZETTO_LDAP_ADMIN_GROUPS,
        // A getter, because an admin can change the setting.
        get newPeople() {
          return env.BOZZETTO_NEW_PEOPLE
        },
        get groupsAreTeams() {
          return env.BOZZETTO_GROUPS_ARE_TEAMS
        },
        linksByEmail: env.BOZZETTO_LDAP_LINK_EMAIL,
      }

function readAuthority(file: string | undefined): Pick<ConnectionOptions, 'ca'> {
  if (file === undefined) return {}
  try {
    return { ca: readFileSync(file) }
  } catch (error) {
    throw new EnvError(`BOZZETTO_LDAP_CA_FILE names ${file}, which cannot be read.`, {
      cause: error,
    })
  }
}
